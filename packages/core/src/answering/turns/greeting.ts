import type { AgentSettings } from '../../agents/agent-settings.ts'
import type { OutboundContent } from '../../channel/provider/compose-message.ts'
import { splitText } from './split-text.ts'

/** The provider's limits on buttons. */
const MOST_BUTTONS = 3
const LONGEST_LABEL = 20
const LONGEST_BUTTONS_TEXT = 1024

/** Returns the first message of an agent in a session, with its icebreakers as buttons if they fit, else as a list. */
export function greeting({
  firstMessage,
  icebreakers,
}: Pick<AgentSettings, 'firstMessage' | 'icebreakers'>): OutboundContent[] {
  const text = firstMessage.trim()
  if (text === '') return []
  const labels = labelsOf(icebreakers)
  const asButtons =
    labels.length > 0 &&
    labels.length <= MOST_BUTTONS &&
    labels.every(({ length }) => length <= LONGEST_LABEL) &&
    text.length <= LONGEST_BUTTONS_TEXT
  if (asButtons)
    return [
      {
        type: 'buttons',
        text,
        buttons: labels.map((label) => ({ type: 'quick_reply', text: label, quickReplyId: label })),
      },
    ]
  const listed = [text, labels.map((label) => `• ${label}`).join('\n')].join('\n\n')
  return splitText(listed).map((part) => ({ type: 'text', text: part }))
}

/** Returns the labels of the icebreakers. They can be any JSON; only an array of texts has an effect. */
function labelsOf(icebreakers: unknown): string[] {
  const texts = Array.isArray(icebreakers) ? icebreakers.filter((each) => typeof each === 'string') : []
  return [...new Set(texts.map((text) => text.trim()).filter(Boolean))]
}
