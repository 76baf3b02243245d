import type { StoredStep } from '@messaging/core/answering/turns/turn-steps.ts'
import type { MessageItem } from '@messaging/core/conversations/messages/message-entity.ts'
import { block, cutTo, inline } from '../../terminal/text.ts'

/** Returns a message as text, with files and buttons in brackets. */
export function messageText({ text, media = [], buttons = [], template }: MessageItem): string {
  return [
    ...media.map(({ mimeType, url = '' }) => `[${mimeType}] ${url}`),
    ...(template ? [`[template ${template.name}]`] : []),
    ...(text ? [block(text)] : []),
    ...(buttons.length > 0 ? [buttons.map((button) => `[${button.text}]`).join(' ')] : []),
  ].join('\n')
}

/** Marks that separate data from instructions for the model. */
const MARKS = /^<data [^>]*>|<\/data>$/g

/** Returns a line per tool call, with its name, arguments and result. */
export function callLines(steps: readonly StoredStep[], width: number): string[] {
  return steps.flatMap(({ reply, results }) =>
    reply.toolCalls.map(({ name, args }, index) => {
      const { text = '' } = results.find((result) => result.index === index)?.result ?? {}
      return cutTo(inline(`${name} ${JSON.stringify(args)} → ${text.replace(MARKS, '')}`), width)
    }),
  )
}
