import type { Capabilities, OutboundContent } from '../../channel/port.ts'
import { splitText } from './split-text.ts'

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
