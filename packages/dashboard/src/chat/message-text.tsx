import { Anchor } from '@mantine/core'
import type { Message } from '@replywright/contract/messages.ts'
import { memo } from 'react'
import classes from './chat.module.css'
import { contentLines, unknownText } from './content-lines.ts'
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

type Quoted = Omit<Message, 'media'> & { readonly media: readonly unknown[] }

/** The start of the message that a message replies to. */
export function Quote({ message }: { readonly message: Quoted }) {
  const [line] = contentLines(message)
  const text =
    message.text || message.transcript || line?.text || (message.media.length > 0 ? 'A file' : unknownText(message))
  return (
    <blockquote dir="auto" className={classes.quote}>
      {text}
    </blockquote>
  )
}
