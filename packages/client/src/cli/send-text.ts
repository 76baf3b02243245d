import { API_OPTIONS, readApiOptions } from './api-options.ts'
import { openApi } from './connection.ts'
import { CliError, type Command } from './io.ts'
import { helpOf, readArguments } from './options.ts'

const SYNTAX = {
  name: 'send',
  description:
    'Sends a text to a customer. Starts a conversation if the customer has none on the number. Outside the service window only templates can be sent: conversations create sends them.',
  args: {
    '<number>': 'Phone number of the customer, contact.id, or user: and a user id',
    '<text>': 'The text, in quotes',
  },
  options: {
    from: {
      type: 'string',
      value: 'number',
      help: "Business number to send from. Default: the organisation's only number",
    },
    json: { type: 'boolean', help: 'Prints the message as JSON' },
    ...API_OPTIONS,
  },
  example: `Example:
  replywright send 447700900200 "Your table is ready."`,
} as const

export const sendCommand: Command = {
  summary: 'sends a text to a customer',
  help: () => helpOf(SYNTAX),
  run: async (args, io) => {
    const { values, positionals } = readArguments(args, SYNTAX)
    const [toNumber = '', text = ''] = positionals
    // The API refuses it, too, but then the conversation exists.
    if (text.trim() === '') throw new CliError('<text> must not be empty. See --help.', 2)
    const api = openApi(readApiOptions(values, io.env), io)
    // Otherwise a refused text would leave a conversation without messages.
    const start = { toNumber, requireOpenWindow: true, ...(values.from !== undefined && { fromNumber: values.from }) }
    const conversation = Object((await api({ method: 'POST', target: '/api/v1/conversations/', body: start })).body)
    const target = `/api/v1/conversations/${encodeURIComponent(String(conversation.id))}/messages/`
    const { body } = await api({ method: 'POST', target, body: { type: 'text', text: { body: text } } })
    io.out(
      values.json
        ? JSON.stringify(body)
        : `Sent the message ${Object(body).id} in the conversation ${conversation.id}.`,
    )
    return 0
  },
}
