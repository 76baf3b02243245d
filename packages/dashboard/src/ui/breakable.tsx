import type { ReactNode } from 'react'

/** A text that may wrap after dots, dashes and underscores, such as the name of an event. */
export function Breakable({ text }: { readonly text: string }): ReactNode {
  const [first = '', ...rest] = text.split(/(?<=[._-])(?=\w)/)
  if (rest.length === 0) return first
  return (
    <>
      {first}
      <wbr />
      <Breakable text={rest.join('')} />
    </>
  )
}
