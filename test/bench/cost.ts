import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Resource } from '@replywright/cloud'
import { type Service, startService } from '@replywright/local/start-service.ts'
import { FLOWS } from '../deliveries/cost/flows.ts'
import { type Bills, Meter, total } from '../deliveries/cost/meter.ts'
import { costTables } from '../deliveries/cost/page.ts'
import {
  type Bill,
  dollars,
  FIXED_COSTS,
  PARTS_OF_BILL,
  storageDollars,
  withMemory,
} from '../deliveries/cost/prices.ts'
import { REALISTIC, realisticCost, totalOf, type Way } from '../deliveries/cost/realistic.ts'
import { type Stored, storedBy } from '../deliveries/cost/storage.ts'

const MESSAGES = 100

/** What a flow uses by function, what it stores by kind of item, and what the function of agents' turns used. */
interface Measured {
  readonly bills: Bills
  readonly stored: ReadonlyMap<string, Stored>
  readonly answer: Bill | undefined
}
const HOURS_A_MONTH = 730
/** Its writes depend on how far messages are apart. The model has them. */
const COUNTER = 'Counter'

/**
 * Measures the cost of flows on AWS at the prices of us-east-1, per function and in total. `npm run bench -- cost
 * [messages] [flow …]`. `cost page` prints the tables of docs/performance.md that follow from the model. Compute seconds depend on this machine; all other figures do not.
 */
export async function run([messages = String(MESSAGES), ...names]: readonly string[]): Promise<void> {
  if (messages === 'page') {
    for (const table of Object.values(costTables())) console.log(`\n${table}`)
    return
  }
  const unknown = names.filter((name) => !Object.hasOwn(FLOWS, name))
  if (unknown.length > 0)
    throw new Error(`There is no flow ${unknown.join(', ')}. Flows: ${Object.keys(FLOWS).join(', ')}`)

  const DATA_DIR = await mkdtemp(join(tmpdir(), 'replywright-cost-'))
  const meter = new Meter()
  const service = await startService({
    PORT: 0,
    DATA_DIR,
    RETRY_DELAYS_SECONDS: '1,1,1',
    onProgress: (step) => process.stderr.write(`  ${step}\n`),
    log: (line) => meter.add(line),
  })
  try {
    const measured = new Map<string, Measured>()
    for (const [name, { title, measure }] of Object.entries(FLOWS)) {
      if (names.length > 0 && !names.includes(name)) continue
      process.stderr.write(`  measuring ${title}\n`)
      let bills: Bills = new Map()
      const stored = await storedBy(service, async () => {
        bills = await measure(meter, service, Number(messages))
      })
      print(title, bills)
      measured.set(name, { bills, stored, answer: bills.get('Answer') })
    }
    printRealistic(measured)
    printIdle(service)
  } finally {
    await service.stop()
    await rm(DATA_DIR, { recursive: true, force: true })
  }
}

function print(title: string, bills: Bills): void {
  const rows = [...bills].filter(([, bill]) => costOf(bill) > 0).toSorted(([, a], [, b]) => costOf(b) - costOf(a))
  console.log(`\n${title[0]?.toUpperCase()}${title.slice(1)}. USD per million:`)
  console.table(
    Object.fromEntries([...rows, ['total', total(bills)] as const].map(([name, bill]) => [name, row(bill)])),
  )
}

function row(bill: Bill) {
  const { writeUnits, readUnits, invocations, standardQueueRequests, fifoQueueRequests, logBytes, processorSeconds } =
    bill
  return {
    'write units': round(writeUnits),
    'read units': round(readUnits),
    invocations: round(invocations),
    'queue requests': round(standardQueueRequests + fifoQueueRequests),
    'log bytes': Math.round(logBytes),
    'processor ms': round(processorSeconds * 1000),
    ...Object.fromEntries(PARTS_OF_BILL.map((part) => [`${part} USD`, round(dollars(bill, part))])),
    'total USD': round(costOf(bill)),
  }
}

function costOf(bill: Bill): number {
  return PARTS_OF_BILL.reduce((sum, part) => sum + dollars(bill, part), 0)
}

/** Prints the cost of a message by its way, as docs/performance.md has it, with the figures that were measured now. */
function printRealistic(measured: ReadonlyMap<string, Measured>): void {
  const { inbound, answered, window } = Object.fromEntries(measured)
  const of = ({ bills, stored }: Measured) => ({
    message: costOf(total(new Map([...bills].filter(([name]) => name !== COUNTER)))),
    storage: [...stored.values()].reduce((sum, kind) => sum + storageDollars(kind), 0),
  })
  const column = (way: Way, given: Partial<Record<'message' | 'storage' | 'window', number>>) => {
    const parts = realisticCost(way, { measured: given })
    return rounded({ ...parts, total: totalOf(parts) })
  }
  console.log('\nA realistic message. USD per million:')
  console.table({
    ...(inbound && { 'to a subscribed webhook': column('subscribed', of(inbound)) }),
    ...(inbound &&
      window && {
        'to the webhook in the route': column('routed', { ...of(inbound), window: costOf(total(window.bills)) }),
      }),
    ...(answered && { 'also answered': column('answered', of(answered)) }),
  })
  for (const { stored } of [inbound, answered].flatMap((flow) => flow ?? [])) {
    console.log('\nStorage of a customer message, USD per million:')
    console.table(Object.fromEntries([...stored].map(([kind, amount]) => [kind, round(storageDollars(amount))])))
  }
  if (answered?.answer) printMemories(answered.answer)
}

/** Prints what an answer costs by the memory of its function: waiting costs by the memory, processing does not. */
function printMemories({ processorSeconds: processor, gigabyteSeconds }: Bill): void {
  const waits = REALISTIC.modelSeconds + Math.max(0, gigabyteSeconds / (REALISTIC.answerMegabytes / 1024) - processor)
  console.log(`\nAn answer with ${round(processor * 1000)} ms of the processor, by the memory of \`answer\`:`)
  const of = (megabytes: number) => {
    const { seconds, dollars: usd } = withMemory(megabytes, { processor, waits })
    return [`${megabytes} MB`, { seconds: round(seconds), 'USD per million': round(usd) }] as const
  }
  console.table(Object.fromEntries([256, 384, 512, 768, 1024].map(of)))
}

/** Prints the fixed cost of the stacks. */
function printIdle({ cloud: { resources } }: Service): void {
  const ofType = (type: string) => resources.filter((resource) => resource.type === type)
  const looksAt = ({ properties: { Metrics } }: Resource) =>
    Array.isArray(Metrics) ? Metrics.filter((metric) => 'MetricStat' in metric).length : 1
  const alarmMetrics = ofType('AWS::CloudWatch::Alarm').reduce((sum, alarm) => sum + looksAt(alarm), 0)
  const queues = ofType('AWS::Lambda::EventSourceMapping').filter(({ properties }) =>
    String(properties.EventSourceArn).includes(':sqs:'),
  )
  const month = {
    'keys of KMS': ofType('AWS::KMS::Key').length * FIXED_COSTS.key,
    alarms: alarmMetrics * FIXED_COSTS.alarmMetric,
    'long polls of queues': queues.length * FIXED_COSTS.queueOfFunction,
  }
  const rows = Object.entries(month).map(([what, usd]) => [
    what,
    { 'USD per hour': round(usd / HOURS_A_MONTH), 'USD a month': round(usd) },
  ])
  console.log('\nFixed costs while idle')
  console.table(Object.fromEntries(rows))
}

function rounded(costs: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(costs).map(([part, usd]) => [part, round(usd)]))
}

function round(amount: number): number {
  return Number(amount.toPrecision(3))
}
