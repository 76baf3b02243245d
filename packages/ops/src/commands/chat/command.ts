import { type Command, TEXT } from '../../command.ts'
import { chat } from './chat.ts'

export const chatCommand: Command = {
  group: 'Look',
  name: 'chat',
  summary: "Talk to an agent on its organisation's sandbox number: type, or pipe lines in; its id or name will do",
  usage: '[--organization …] [--from …]',
  required: ['agent'],
  options: { agent: TEXT, organization: TEXT, from: TEXT },
  positional: 'agent',
  run: chat,
}
