import type { Tool } from '../../agents/tool.ts'

/** The rows of a list. Fewer choices are buttons. */
const MOST_CHOICES = 10
const LONGEST_CHOICE = 72
const PARAMETERS = {
  type: 'object',
  properties: {
    choices: {
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength: LONGEST_CHOICE },
      minItems: 1,
      maxItems: MOST_CHOICES,
      uniqueItems: true,
      description:
        'What the customer can choose. Up to 3 of at most 20 characters are buttons, up to 10 of at most 24 a list.',
    },
  },
  required: ['choices'],
  additionalProperties: false,
}

/** The tool that shows choices below the answer. */
export const choicesTool: Tool = {
  name: 'offer_choices',
  description:
    'Shows choices as buttons or a list below your answer. Use it when you ask a question with few possible answers. Write the question in your answer, without the choices. The customer’s next message is the choice.',
  parameters: PARAMETERS,
  changesOutside: false,
  creditCost: 0,
  run: async ({ choices }) => ({
    text: 'The choices are shown below your answer.',
    choices: [...new Set([choices].flat().map((choice) => String(choice).trim()))].filter(Boolean),
  }),
}
