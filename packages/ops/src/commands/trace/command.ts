import { type Command, FLAG, TEXT } from '../../command.ts'
import { trace } from './trace.ts'

export const traceCommand: Command = {
  group: 'Look',
  name: 'trace',
  summary:
    'The whole way of a message, with times: the id of a message, a turn or a delivery, or what the provider calls a sent message',
  usage: '[--organization …] [--content] [--logs]',
  required: ['id'],
  options: { id: TEXT, organization: TEXT, content: FLAG, logs: FLAG },
  positional: 'id',
  run: trace,
}
