interface Bench {
  readonly summary: string
  /** What follows its name on the command line. */
  readonly usage?: string
  readonly load: () => Promise<{ run(args: readonly string[]): Promise<void> }>
}

const BENCHES: Readonly<Record<string, Bench>> = {
  'hot-path': {
    summary: 'what one inbound message costs in calls of AWS, and how long it takes to the endpoint',
    load: () => import('./hot-path.ts'),
  },
  cost: {
    summary: 'what a message costs on AWS, to a webhook and answered by an agent, at the prices of us-east-1',
    load: () => import('./cost.ts'),
  },
  faults: {
    summary: 'every call of every flow, disturbed in every way: whether anything is lost',
    usage: '[--flow <name>] [--call <place>] [--kind <disturbance>] [--brief]',
    load: () => import('./faults.ts'),
  },
  soak: {
    summary: 'thousands of messages while the process is killed now and then: whether anything is lost',
    usage: '[messages]',
    load: () => import('./soak.ts'),
  },
  contention: {
    summary:
      'many deliveries, new customers and outcomes at once, with all that AWS does: whether anything is lost or wrong',
    usage: '[seconds] [scale]',
    load: () => import('./contention.ts'),
  },
  fairness: {
    summary: 'how long a quiet organisation, or endpoint, waits beside a loud one',
    usage: '[deliveries] [turns] [documents] [replays] [windows]',
    load: () => import('./fairness.ts'),
  },
  machine: {
    summary: 'what npm start costs this machine: seconds until it is ready, memory, processor time of a message',
    usage: '[--profile <folder>]',
    load: () => import('./machine.ts'),
  },
  deliveries: {
    summary: 'what a page of the dashboard’s deliveries reads, in a log of 20,000',
    usage: '[deliveries]',
    load: () => import('./deliveries.ts'),
  },
  'start-up': {
    summary: 'what loading the code of a function takes, against a function with only the client of the table',
    usage: '[runs] [function …]',
    load: () => import('./start-up.ts'),
  },
}

function usage(): string {
  const lines = Object.entries(BENCHES).map(
    ([name, bench]) => `  ${[name, bench.usage].join(' ').trim()}\n      ${bench.summary}`,
  )
  return `npm run bench                 the hot path\nnpm run bench -- <name> …     one of these:\n\n${lines.join('\n')}`
}

const [name = 'hot-path', ...args] = process.argv.slice(2)
const bench = BENCHES[name]
if (bench) {
  const { run } = await bench.load()
  await run(args)
} else {
  process.stderr.write(`There is no bench "${name}".\n\n${usage()}\n`)
  process.exitCode = 1
}
// Connections that were cut off on purpose keep Node from ending by itself.
process.exit()
