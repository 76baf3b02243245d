import { type Command, FLAG, TEXT } from '../../command.ts'

export const smokeCommand: Command = {
  group: 'Inspect',
  name: 'smoke',
  summary:
    'Send a message through the whole service: a new organisation, its sandbox number, a delivery to an endpoint of the service, and an answer of an agent. Deletes everything afterwards. Exits with 1 if a step fails',
  usage: '[--model …] [--yes]',
  required: [],
  options: { model: TEXT, yes: FLAG },
  run: async (...given) => (await import('./smoke.ts')).smoke(...given),
}
