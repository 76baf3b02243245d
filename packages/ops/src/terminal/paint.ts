import { styleText } from 'node:util'

export type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow'

/** Colours a text, or leaves it as it is. */
export type Paint = (style: Style, text: string) => string

export const plain: Paint = (_style, text) => text

/** Colours what goes to a terminal that wants it: `NO_COLOR` and what is no terminal stay plain. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  return (style, text) => styleText(style, text, { stream })
}
