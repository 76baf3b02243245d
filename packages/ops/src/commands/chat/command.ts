import { type Command, TEXT } from '../../command.ts'

export const chatCommand: Command = {
  group: 'Inspect',
  name: 'chat',
  summary: "Chat with an agent, by its id or name, on its organisation's sandbox number. Type lines, or pipe them in",
  usage: '[--organization …] [--from …]',
  required: ['agent'],
  options: { agent: TEXT, organization: TEXT, from: TEXT },
  positional: 'agent',
  run: async (...given) => (await import('./chat.ts')).chat(...given),
}
