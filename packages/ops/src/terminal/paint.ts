import { styleText } from 'node:util'

export type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow'

/** Returns the text with colours, or unchanged. */
export type Paint = (style: Style, text: string) => string

export const plain: Paint = (_style, text) => text

/** Returns a function that adds colours, except with `NO_COLOR` or without a terminal. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  return (style, text) => styleText(style, text, { stream })
}
