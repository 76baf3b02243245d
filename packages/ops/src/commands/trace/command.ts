import { type Command, FLAG, TEXT } from '../../command.ts'

export const traceCommand: Command = {
  group: 'Inspect',
  name: 'trace',
  summary:
    'Show all events of a message with times, by the id of the message, turn or delivery, or by the provider id of a sent message',
  usage: '[--organization …] [--content] [--logs]',
  required: ['id'],
  options: { id: TEXT, organization: TEXT, content: FLAG, logs: FLAG },
  positional: 'id',
  run: async (...given) => (await import('./trace.ts')).trace(...given),
}
