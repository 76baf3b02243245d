import type { Message } from '@messaging/contract/messages.ts'
import classes from './chat.module.css'
import { contentLines, unknownText } from './content-lines.ts'

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
