import type { ParseArgsOptionsConfig } from 'node:util'
import { type Command, GROUPS } from './command.ts'

interface OptionHelp {
  readonly meaning: string
  /** A value for examples. Options without a value have none. */
  readonly sample?: string
}

const ID = '01a1fc26-0b26-7aa5-a291-3e42d55b0b52'

/** Help of each option that a command can have. */
export const OPTION_HELP: Readonly<Record<string, OptionHelp>> = {
  action: { meaning: 'only this action, such as create, update or delete', sample: 'delete' },
  'account-name': { meaning: 'name of the business account, shown in the dashboard', sample: '"Acme Ltd"' },
  actor: { meaning: 'only changes by this user or API key: its id', sample: ID },
  agent: { meaning: 'id or name of the agent', sample: '"Shop assistant"' },
  all: { meaning: 'every key of the stage, also those in use' },
  'app-id': { meaning: "id of the provider's app, for the customer sign-up", sample: '123456789012345' },
  'base-url': { meaning: 'URL of the model server, including the version', sample: 'https://api.example.com/v1' },
  before: { meaning: 'checks what the first deployment needs, before it' },
  'calling-code': { meaning: 'country calling code of the number', sample: '44' },
  'config-id': { meaning: "id of the app's sign-up configuration", sample: '123456789012345' },
  content: { meaning: 'prints the texts of messages, too' },
  context: { meaning: 'a setting of the deployment, with --before; short: -c', sample: 'accountConcurrency=100' },
  csv: { meaning: 'prints all entries as CSV' },
  cursor: { meaning: 'continues a list: the cursor that the page before printed', sample: 'eyJwayI6…' },
  delete: { meaning: 'deletes the keys that are listed' },
  'delivery-days': { meaning: 'days to keep new deliveries, or default', sample: '7' },
  'dialog-url': { meaning: 'URL of the sign-up dialog', sample: 'https://www.example.com/dialog/oauth' },
  'dry-run': { meaning: 'prints what would be done, and changes nothing' },
  email: { meaning: 'email address of the user', sample: 'alex@example.com' },
  'fallback-model': {
    meaning: 'model that replies if the first one is unavailable',
    sample: 'bedrock:amazon.nova-lite-v1:0',
  },
  from: {
    meaning: "digits of the simulated customer's number; of secrets re-encrypt: ARN of the former key",
    sample: '447700900200',
  },
  continue: { meaning: 'what an interrupted restore printed', sample: 'W3sicGsiOi…' },
  'from-table': { meaning: 'table that was restored from a backup', sample: 'restored' },
  id: { meaning: 'id of what the command is about; the list commands print ids', sample: ID },
  'image-model': { meaning: 'model that generates images', sample: 'image' },
  json: { meaning: 'prints JSON for programs' },
  live: { meaning: 'checks what only an account of AWS can show' },
  limit: { meaning: 'largest number of results or messages, from 1 to 1000', sample: '50' },
  logs: { meaning: 'prints the log lines, too' },
  'message-days': { meaning: 'days to keep new messages, or default', sample: '90' },
  model: { meaning: 'id of the model', sample: 'bedrock:global.amazon.nova-2-lite-v1:0' },
  models: { meaning: 'models that agents may use, separated by commas, or any', sample: 'small,large' },
  name: { meaning: 'name of what is created', sample: 'Acme' },
  number: { meaning: 'digits of the phone number, with the country calling code', sample: '447700900101' },
  object: { meaning: 'only changes of this kind of object', sample: 'webhook' },
  'object-id': { meaning: 'only changes of the object with this id', sample: ID },
  'older-than': { meaning: 'only what is older than this duration', sample: '10m' },
  operator: { meaning: 'makes the user an operator' },
  organization: { meaning: 'id of the organisation: organizations list', sample: ID },
  permission: { meaning: 'full or read', sample: 'read' },
  'phone-number-id': { meaning: "the provider's id of the number", sample: '106540352242922' },
  queue: { meaning: 'dead-letter queue: dead-letters list prints the names', sample: 'deliveries' },
  quick: { meaning: 'skips the checks that read the whole table' },
  replayed: { meaning: 'only the messages whose deliveries were replayed' },
  'revoke-previous': { meaning: 'rejects the previous app secret at once' },
  role: { meaning: 'admin, member or viewer', sample: 'viewer' },
  since: { meaning: 'start: ISO 8601, or a duration before now', sample: '2h' },
  stage: { meaning: 'uses the stacks of this stage on AWS instead of the local service', sample: 'prod' },
  strict: { meaning: 'also fails if a check could not run' },
  until: { meaning: 'end: ISO 8601, or a duration before now', sample: '1h' },
  url: { meaning: 'URL that receives the deliveries', sample: 'https://example.com/hook' },
  user: { meaning: 'id of the owner: users list', sample: ID },
  values: { meaning: "reads missing keys from standard input, as API Gateway's export has them" },
  'wa-id': { meaning: "the provider's id of the business account", sample: '102290129340398' },
  within: { meaning: 'time limit of all checks', sample: '30s' },
  yes: { meaning: 'skips the question for confirmation' },
}

/** Options of every command. */
export const COMMON: ParseArgsOptionsConfig = { stage: { type: 'string' }, json: { type: 'boolean' } }

export function usageOf({ name, required, positional, usage }: Command): string {
  const needed = required.map((option) => (option === positional ? `<${option}>` : `--${option} …`))
  return [name, ...needed, ...(usage ? [usage] : [])].join(' ')
}

export function usage(commands: readonly Command[]): string {
  const groups = GROUPS.map((group) => {
    const rows = commands.filter((command) => command.group === group)
    return [`${group}:`, ...summaries(rows)].join('\n')
  }).filter((text) => text.includes('\n'))
  return `npm run ops -- <command> [--stage <stage>] [--json]

${groups.join('\n\n')}

npm run ops -- help <command> explains a command with its options.
Without --stage, commands use the local service of npm start. With --stage, they use that stage's stacks on AWS.
Times are ISO 8601 (2026-11-20T16:00:00Z) or durations before now (30m, 2h, 7d). Secrets are read from APP_SECRET, VERIFY_TOKEN, ACCESS_TOKEN and MODEL_API_KEY, or from a prompt.
For details see docs/operations.md`
}

export function summaries(commands: readonly Command[]): string[] {
  return commands.map((command) => `  ${usageOf(command)}\n      ${command.summary}`)
}

/** What options without an entry here take is a text. */
const VALUES: Readonly<Record<string, string>> = {
  'base-url': 'url',
  context: 'name=value',
  'dialog-url': 'url',
  'delivery-days': 'days',
  limit: 'number',
  'message-days': 'days',
  number: 'digits',
  'older-than': 'duration',
  since: 'time',
  until: 'time',
  url: 'url',
  within: 'duration',
}

/** Returns what the value of an option is, for its help: `id`, `time`, `text` and others. */
export function valueOfOption(option: string): string {
  return VALUES[option] ?? (OPTION_HELP[option]?.sample === ID || option.endsWith('id') ? 'id' : 'text')
}

/** Returns the arguments of an example. */
export function exampleOf({ name, required, positional, example = [] }: Command): string[] {
  const given = [...required, ...example].flatMap((option) => {
    const { sample } = OPTION_HELP[option] ?? {}
    const title = option === positional ? [] : [`--${option}`]
    return sample === undefined ? title : [...title, sample]
  })
  return [...name.split(' '), ...given]
}
