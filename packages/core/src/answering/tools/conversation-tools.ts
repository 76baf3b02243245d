import { toolName } from '@replywright/contract/tool-name.ts'
import type { AgentSettings } from '../../agents/agent-settings.ts'
import { LIMITS } from '../../agents/model-limits.ts'
import { ASK_FOR_HUMAN, type Tool } from '../../agents/tool.ts'
import { uniquelyNamed } from './tool-name.ts'

/** Returns an agent's name, or undefined if there is no such agent. */
type FindName = (agentId: string) => Promise<string | undefined>

/** Returns the active handoff tools of an agent, without those of deleted agents. */
export async function handoffTools(settings: AgentSettings['handoffTools'], findName: FindName): Promise<Tool[]> {
  const active = settings.filter((tool) => tool.active).slice(0, LIMITS.handoffs)
  const tools = await Promise.all(active.map(async (tool) => handoffTool(tool, await findName(tool.childAgentId))))
  return uniquelyNamed(tools.flatMap((tool) => tool ?? []))
}

function handoffTool(
  { childAgentId, description }: AgentSettings['handoffTools'][number],
  name: string | undefined,
): Tool | undefined {
  if (name === undefined) return undefined
  return {
    name: toolName(`hand_off_to_${name}`, 'hand_off'),
    description: `Passes the conversation to “${name}”, who answers from then on and knows the conversation. When to use: ${description}`,
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    changesOutside: false,
    creditCost: 0,
    run: async () => ({ text: `“${name}” answers from now on.`, handoffTo: childAgentId }),
  }
}

const LONGEST_REASON = 200
const LONGEST_SUMMARY = 1000
const HUMAN_PARAMETERS = {
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
      parameters: HUMAN_PARAMETERS,
      changesOutside: false,
      creditCost: 0,
      run: async ({ reason, summary }) => ({
        text: 'A colleague will continue the conversation.',
        asksForHuman: { reason: String(reason), summary: String(summary) },
      }),
    },
  ]
}

/** The rows of a list. Fewer choices are buttons. */
const MOST_CHOICES = 10
const LONGEST_CHOICE = 72
const CHOICE_PARAMETERS = {
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
  parameters: CHOICE_PARAMETERS,
  changesOutside: false,
  creditCost: 0,
  run: async ({ choices }) => ({
    text: 'The choices are shown below your answer.',
    choices: [...new Set([choices].flat().map((choice) => String(choice).trim()))].filter(Boolean),
  }),
}

/** Returns the tool that asks for the phone number of a customer who hides it; none if it is known, or the channel cannot ask. */
export function askForNumberTools(contactNumber: string | undefined, canAsk: boolean): Tool[] {
  if (contactNumber || !canAsk) return []
  return [
    {
      name: 'ask_for_number',
      description:
        'Shows a button below your answer with which the customer shares their phone number. Use it when you need the number, which the customer hides. Say in your answer what you need it for. The customer’s next message has the number, if they share it.',
      parameters: { type: 'object', properties: {}, additionalProperties: false },
      changesOutside: false,
      creditCost: 0,
      run: async () => ({ text: 'The button is shown below your answer.', asksForNumber: true }),
    },
  ]
}
