import type { StoredStep } from '@messaging/core/answering/turns/turn-steps.ts'
import type { MessageItem } from '@messaging/core/conversations/messages/message-entity.ts'
import { block, cutTo, inline } from '../../terminal/text.ts'

/** A message as a person reads it: files and buttons in brackets. */
export function messageText({ text, media = [], buttons = [], template }: MessageItem): string {
  return [
    ...media.map(({ mimeType, url = '' }) => `[${mimeType}] ${url}`),
    ...(template ? [`[template ${template.name}]`] : []),
    ...(text ? [block(text)] : []),
    ...(buttons.length > 0 ? [buttons.map((button) => `[${button.text}]`).join(' ')] : []),
  ].join('\n')
}

/** They tell the model what is data. */
const MARKS = /^<data [^>]*>|<\/data>$/g

/** One line for each call of a tool: what was called, and what came back. */
export function callLines(steps: readonly StoredStep[], width: number): string[] {
  return steps.flatMap(({ reply, results }) =>
    reply.toolCalls.map(({ name, args }, index) => {
      const { text = '' } = results.find((result) => result.index === index)?.result ?? {}
      return cutTo(inline(`${name} ${JSON.stringify(args)} → ${text.replace(MARKS, '')}`), width)
    }),
  )
}
