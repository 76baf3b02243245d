interface Bench {
  readonly summary: string
  /** Its arguments. */
  readonly usage?: string
  readonly load: () => Promise<{ run(args: readonly string[]): Promise<void> }>
}

const BENCHES: Readonly<Record<string, Bench>> = {
  'hot-path': {
    summary: 'AWS calls, table units and latency of one inbound message',
    load: () => import('./hot-path.ts'),
  },
  cost: {
    summary: 'the cost of a message on AWS at the prices of us-east-1, with a webhook and with an agent',
    load: () => import('./cost.ts'),
  },
  'model-cost': {
    summary: 'USD of an answer of the model with and without its cache, for an agent with 20 tools',
    load: () => import('./model-cost.ts'),
  },
  eras: {
    summary:
      "sends to the simulated provider under yesterday's, today's and announced rules, and prints what fails and when",
    usage: '[days, such as 2028-01-01] [a version, such as v21.0]',
    load: () => import('./eras.ts'),
  },
  recall: {
    summary: 'recall and milliseconds of the document search: 700 help articles and 150 questions in five languages',
    usage: '[--missed] [--large]',
    load: () => import('./recall.ts'),
  },
  scale: {
    summary: 'which quotas a workload uses, the binding one, the cells that it requires, and USD a month',
    usage:
      '[page|check] | [simulate] [--rate <messages a second>] [--design before] [--<number of the workload> <value>], and for simulate [--hours <hours>] [--seed <number>] [--batches <number>] [--batch-size <number>]',
    load: () => import('./scale.ts'),
  },
  faults: {
    summary: 'checks that nothing is lost under any fault at any call of any flow',
    usage: '[--flow <name>] [--call <place>] [--kind <disturbance>] [--brief]',
    load: () => import('./faults.ts'),
  },
  'agent-loss': {
    summary: 'checks that an agent loses, repeats and invents no action, in 120 tasks whose worker is killed once',
    usage: '[--tasks <number>] [--seed <number>] [--runs <number>]',
    load: () => import('./agent-loss.ts'),
  },
  identities: {
    summary:
      'checks that no sequence of messages, notices and erasures splits a customer, joins two, or doubles a message',
    usage: '[length of the sequences] [seeds] | pairs [share] [seed]',
    load: () => import('./identities.ts'),
  },
  soak: {
    summary: 'checks that nothing is lost in thousands of messages while the process is killed repeatedly',
    usage: '[messages]',
    load: () => import('./soak.ts'),
  },
  contention: {
    summary:
      'checks that nothing is lost or wrong under concurrent load with conflicts, throttling, duplicates and stale reads, and how long an organisation waits beside a hostile one',
    usage: '[seconds] [scale] | neighbours [messages a second] [seconds] [rounds]',
    load: () => import('./contention.ts'),
  },
  fairness: {
    summary: 'how long a quiet organisation or endpoint waits while another is noisy',
    usage: '[deliveries] [turns] [documents] [replays] [windows]',
    load: () => import('./fairness.ts'),
  },
  alone: {
    summary: 'runs every test file in a process of its own, as npm test with this file does',
    usage: '[part of the paths]',
    load: () => import('./alone.ts'),
  },
  machine: {
    summary: 'resources of npm start: seconds until it is ready, memory, processor time per message',
    usage: '[--profile <folder>]',
    load: () => import('./machine.ts'),
  },
  deliveries: {
    summary: 'read units of a page of the dashboard’s deliveries, in a log of 20,000',
    usage: '[deliveries]',
    load: () => import('./deliveries.ts'),
  },
  pages: {
    summary: 'read units of each operation of the dashboard’s pages, with 100 and 10,000 conversations and deliveries',
    usage: '[numbers]',
    load: () => import('./pages.ts'),
  },
  'page-load': {
    summary: 'first and largest paint, requests and bytes of dashboard pages on slow 4G and a slow CPU',
    usage: '[loads] [--service <data directory>]',
    load: () => import('./page-load.ts'),
  },
  texts: {
    summary: 'prints every message that callers can get and every text of the dashboard, to proofread them',
    load: () => import('./texts.ts'),
  },
  terminal: {
    summary: 'replaces the moving picture of README.md: its first commands in a terminal',
    load: () => import('./pictures/terminal.ts'),
  },
  screenshots: {
    summary:
      'takes the pictures of README.md and docs, in light and dark, and writes them to docs/images, or shows what changed',
    usage: '[compare [folder]]',
    load: () => import('./pictures/screenshots.ts'),
  },
  gallery: {
    summary: 'replaces the pictures of the examples: runs each one, or those that are named',
    usage: '[example …]',
    load: () => import('./pictures/gallery.ts'),
  },
  mutants: {
    summary: 'checks that unit tests notice changes of single operators in decision files',
    usage: '[folder or file …]',
    load: () => import('./mutants.ts'),
  },
  'hostile-text': {
    summary: 'processor time of 1 MB of worst texts of strangers where they are processed; exits with 1 above a limit',
    usage: '[part of the name of a place]',
    load: () => import('./hostile-text.ts'),
  },
  'page-recall': {
    summary: 'recall of the facts of web pages, by the service’s reader and by libraries',
    load: () => import('./page-recall.ts'),
  },
  extract: {
    summary: 'time and memory of reading the largest document of each type',
    usage: '[type]',
    load: () => import('./extract.ts'),
  },
  house: {
    summary:
      'the lines of code, the files that calls pass, subjects of a file, doors of packages, and what is said twice, with goals',
    usage: '[--json] [--files]',
    load: () => import('./house.ts'),
  },
  'start-up': {
    summary: 'load time of a function’s code, compared with a function with only the DynamoDB client',
    usage: '[runs] [function …]',
    load: () => import('./start-up.ts'),
  },
}

function usage(names = Object.keys(BENCHES)): string {
  const lines = names.map(
    (name) => `  ${[name, BENCHES[name]?.usage].join(' ').trim()}\n      ${BENCHES[name]?.summary}`,
  )
  return `npm run bench                 the hot path\nnpm run bench -- <name> …     one of these:\n\n${lines.join('\n')}`
}

const asked = process.argv.slice(2)
const asksForHelp = asked.some((word) => ['help', '--help', '-h'].includes(word))
const [name = 'hot-path', ...args] = asked.filter((word) => !['help', '--help', '-h'].includes(word))
const bench = BENCHES[name]
if (asksForHelp) {
  process.stdout.write(`${usage(bench && asked.length > 1 ? [name] : undefined)}\n`)
} else if (bench) {
  const { run } = await bench.load()
  await run(args)
} else {
  process.stderr.write(`Unknown bench "${name}".\n\n${usage()}\n`)
  process.exitCode = 1
}
// Connections that were interrupted on purpose keep Node running.
process.exit()
