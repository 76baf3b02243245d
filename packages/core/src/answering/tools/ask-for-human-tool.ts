import { ASK_FOR_HUMAN, type Tool } from '../../agents/tool.ts'

const LONGEST_REASON = 200
const LONGEST_SUMMARY = 1000
const PARAMETERS = {
  type: 'object',
  properties: {
    reason: { type: 'string', minLength: 1, maxLength: LONGEST_REASON, description: 'Why a person is needed.' },
    summary: {
      type: 'string',
      minLength: 1,
      maxLength: LONGEST_SUMMARY,
      description: 'What the customer wants, and what is known, for the person who reads it.',
    },
  },
  required: ['reason', 'summary'],
  additionalProperties: false,
}

/** Returns the tool with which an agent asks for a person, if its setting `askForHuman` is on. */
export function askForHumanTools(isOn: boolean): Tool[] {
  if (!isOn) return []
  return [
    {
      name: ASK_FOR_HUMAN,
      description:
        'Asks a human colleague to continue the conversation. Use it when the customer asks for a person, or when you cannot help them. Afterwards tell the customer in one sentence that a person will write to them here. You do not answer again until the colleague hands the conversation back.',
      parameters: PARAMETERS,
      changesOutside: false,
      creditCost: 0,
      run: async ({ reason, summary }) => ({
        text: 'A colleague will continue the conversation.',
        asksForHuman: { reason: String(reason), summary: String(summary) },
      }),
    },
  ]
}
