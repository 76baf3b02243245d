import type { AgentSettings } from '../../agents/agent-settings.ts'
import type { Capabilities, OutboundContent } from '../../channel/port.ts'

/**
 * Returns a text with choices below it: as buttons, as a list, or as numbered lines if the channel has neither or they
 * do not fit.
 */
export function withChoices(
  text: string,
  choices: readonly string[],
  { buttons, longestText }: Pick<Capabilities, 'buttons' | 'longestText'>,
): OutboundContent[] {
  const fits = (most: number, longest: number) =>
    choices.length <= most && choices.every(({ length }) => length <= longest)
  const isShown =
    buttons !== null &&
    text.length <= buttons.longestText &&
    (fits(buttons.most, buttons.longestLabel) || fits(buttons.mostRows, buttons.longestRow))
  if (text && choices.length > 0 && isShown)
    return [
      {
        type: 'buttons',
        text,
        buttons: choices.map((choice) => ({ type: 'quick_reply', text: choice, quickReplyId: choice })),
      },
    ]
  const lines = choices.map((choice, index) => `${index + 1}. ${choice}`)
  return splitText([text, lines.join('\n')].join('\n\n'), longestText).map((part) => ({ type: 'text', text: part }))
}

/**
 * Returns as few texts of at most `longest` characters as possible, split at the end of a paragraph, line, sentence or
 * word if there is one.
 */
export function splitText(text: string, longest: number): string[] {
  const whole = text.trim()
  if (whole === '') return []
  if (whole.length <= longest) return [whole]
  const end = cutIndex(whole, longest)
  return [whole.slice(0, end).trimEnd(), ...splitText(whole.slice(end), longest)]
}

/**
 * Returns where to split: in the second half, so that no message is nearly empty, and never within a character or
 * a web address, unless the address alone is too long.
 */
function cutIndex(text: string, longest: number): number {
  // A space after the last character that fits is a boundary too: it is trimmed.
  const head = text.slice(0, longest + 1)
  for (const boundary of [/\n\s*\n/g, /\n/g, /[.!?。！？]\s/g, /\s/g]) {
    const last = [...head.matchAll(boundary)].at(-1)
    if (last && last.index + 1 >= longest / 2) return last.index + 1
  }
  const address = addressAt(text, longest)
  if (address !== undefined && address > 0) return address
  return /[\uD800-\uDBFF]/.test(text.charAt(longest - 1)) ? longest - 1 : longest
}

/** Returns where the web address begins that contains a position, or undefined. */
function addressAt(text: string, position: number): number | undefined {
  let start = position
  while (start > 0 && text.charAt(start - 1).trim() !== '') start -= 1
  const at = text.slice(start, position).search(/https?:\/\//i)
  return at === -1 ? undefined : start + at
}

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
