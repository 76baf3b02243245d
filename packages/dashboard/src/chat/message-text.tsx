import { Anchor } from '@mantine/core'
import { memo } from 'react'
import classes from './chat.module.css'
import { messagePieces } from './format-text.ts'

/** The text of a message, formatted as in the customer's app, with its links. */
export const MessageText = memo(function MessageText({ text }: { readonly text: string }) {
  return messagePieces(text).map(({ index, text: piece, styles, href }) => {
    const names = styles.map((style) => classes[style]).join(' ') || undefined
    return href === undefined ? (
      <span key={index} className={names}>
        {piece}
      </span>
    ) : (
      <Anchor key={index} className={names} href={href} target="_blank" rel="noreferrer" inherit underline="always">
        {piece}
      </Anchor>
    )
  })
})
