import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Resource } from '@messaging/cloud/resources'
import { type Service, startService } from '@messaging/local/start-service.ts'
import { FLOWS } from '../deliveries/cost/flows.ts'
import { type Bills, Meter, total } from '../deliveries/cost/meter.ts'
import { type Bill, dollars, FIXED_COSTS, PARTS_OF_BILL, realisticCost } from '../deliveries/cost/prices.ts'

const MESSAGES = 100
const HOURS_A_MONTH = 730

/**
 * Measures the cost of flows on AWS at the prices of us-east-1, per function and in total. `npm run bench -- cost
 * [messages]`. Compute seconds depend on this machine; all other figures do not.
 */
export async function run([messages]: readonly string[]): Promise<void> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'messaging-cost-'))
  const meter = new Meter()
  const service = await startService({
    PORT: 0,
    DATA_DIR,
    RETRY_DELAYS_SECONDS: '1,1,1',
    onProgress: (step) => process.stderr.write(`  ${step}\n`),
    log: (line) => meter.add(line),
  })
  try {
    const costs: Record<string, number> = {}
    for (const [name, { title, measure }] of Object.entries(FLOWS)) {
      process.stderr.write(`  measuring ${title}\n`)
      const bills = await measure(meter, service, Number(messages ?? MESSAGES))
      print(title, bills)
      costs[name] = costOf(total(bills))
    }
    const { inbound = 0, answered = 0, window = 0 } = costs
    console.log(
      '\nA realistic message, with its service window, storage, keys and the wait for the model. USD per million:',
    )
    console.table({
      'to a webhook': rounded(realisticCost({ message: inbound, window })),
      'also answered': rounded(realisticCost({ message: answered, window, isAnswered: true })),
    })
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
  const { writeUnits, readUnits, invocations, standardQueueRequests, fifoQueueRequests, logBytes } = bill
  return {
    'write units': round(writeUnits),
    'read units': round(readUnits),
    invocations: round(invocations),
    'queue requests': round(standardQueueRequests + fifoQueueRequests),
    'log bytes': Math.round(logBytes),
    ...Object.fromEntries(PARTS_OF_BILL.map((part) => [`${part} USD`, round(dollars(bill, part))])),
    'total USD': round(costOf(bill)),
  }
}

function costOf(bill: Bill): number {
  return PARTS_OF_BILL.reduce((sum, part) => sum + dollars(bill, part), 0)
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
