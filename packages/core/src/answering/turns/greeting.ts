import type { AgentSettings } from '../../agents/agent-settings.ts'
import type { Capabilities, OutboundContent } from '../../channel/port.ts'
import { splitText } from './split-text.ts'

/** Returns the first message of an agent in a session, with its icebreakers as buttons if they fit, else as a list. */
export function greeting(
  { firstMessage, icebreakers }: Pick<AgentSettings, 'firstMessage' | 'icebreakers'>,
  { buttons, longestText }: Pick<Capabilities, 'buttons' | 'longestText'>,
): OutboundContent[] {
  const text = firstMessage.trim()
  if (text === '') return []
  const labels = labelsOf(icebreakers)
  const asButtons =
    buttons !== null &&
    labels.length > 0 &&
    labels.length <= buttons.most &&
    labels.every(({ length }) => length <= buttons.longestLabel) &&
    text.length <= buttons.longestText
  if (asButtons)
    return [
      {
        type: 'buttons',
        text,
        buttons: labels.map((label) => ({ type: 'quick_reply', text: label, quickReplyId: label })),
      },
    ]
  const lines = labels.map((label, index) => `${buttons ? '•' : `${index + 1}.`} ${label}`)
  return splitText([text, lines.join('\n')].join('\n\n'), longestText).map((part) => ({ type: 'text', text: part }))
}

/** Returns the labels of the icebreakers. They can be any JSON; only an array of texts has an effect. */
function labelsOf(icebreakers: unknown): string[] {
  const texts = Array.isArray(icebreakers) ? icebreakers.filter((each) => typeof each === 'string') : []
  return [...new Set(texts.map((text) => text.trim()).filter(Boolean))]
}
