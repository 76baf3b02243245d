import { type Command, FLAG, TEXT } from '../../command.ts'

export const agentCommands: readonly Command[] = [
  {
    group: 'Inspect',
    name: 'agents pull',
    summary: 'Write an agent, by its id or name, to a file for Git: YAML if its name ends with .yaml, otherwise JSON',
    usage: '[--file …]',
    required: ['agent', 'organization'],
    options: { agent: TEXT, organization: TEXT, file: TEXT },
    positional: 'agent',
    run: async (...given) => (await import('./sync.ts')).pull(...given),
  },
  {
    group: 'Repair',
    name: 'agents push',
    summary:
      'Change an agent to what its file says, or create it if the file has no id. Masked values keep the stored secrets. Fails after a later change, without --force',
    usage: '[--dry-run | --force]',
    required: ['file', 'organization'],
    options: { file: TEXT, organization: TEXT, 'dry-run': FLAG, force: FLAG },
    positional: 'file',
    run: async (...given) => (await import('./sync.ts')).push(...given),
  },
]
