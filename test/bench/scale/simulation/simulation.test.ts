// @module-tag full
import { expect, test } from 'vitest'
import { AFTER, BEFORE, GROUPED } from '../design.ts'
import { workloadAt } from '../workload.ts'
import { Agenda } from './agenda.ts'
import { FairQueue } from './fair-queue.ts'
import { Histogram } from './histogram.ts'
import { Partition } from './partition.ts'
import { capacityFor, type Scenario, scenarioOf } from './scenario.ts'
import { type Simulated, simulate } from './simulate.ts'

const WORKLOAD = workloadAt(100)
const run = { seed: 1, seconds: 300 }
const p99 = ({ delivery }: Simulated) => delivery.at(0.99)

test('the same seed has the same result, another seed another one', () => {
  const results = [1, 1, 2].map((seed) => simulate(scenarioOf(WORKLOAD, AFTER, { ...run, seed, endpoints: 'hang' })))
  const [first, again, other] = results.map(({ delivery, badAttempts }) => [delivery.mean, badAttempts])
  expect(again).toEqual(first)
  expect(other).not.toEqual(first)
})

test('without a bad tenant everything is delivered, and nothing is saturated', () => {
  const simulated = simulate(scenarioOf(WORKLOAD, AFTER, run))
  expect(simulated.saturated).toEqual([])
  expect(simulated.backlog.deliveries).toBeLessThan(10)
  expect(simulated.delivery.count / (WORKLOAD.rate * run.seconds)).toBeCloseTo(1, 1)
})

test('endpoints that hang stop all deliveries if each webhook is a group', () => {
  const simulated = simulate(scenarioOf(WORKLOAD, BEFORE, { ...run, endpoints: 'hang' }))
  expect(p99(simulated)).toBeGreaterThan(60_000)
  expect(simulated.saturated[0]?.part).toBe('delivery workers')
})

test('they delay others by seconds if the organisation is a group, and not if they have workers of their own', () => {
  const alone = p99(simulate(scenarioOf(WORKLOAD, AFTER, run)))
  const [grouped, apart] = [GROUPED, AFTER].map((design) =>
    p99(simulate(scenarioOf(WORKLOAD, design, { ...run, endpoints: 'hang' }))),
  )
  expect(grouped).toBeGreaterThan(2 * alone)
  expect(grouped).toBeLessThan(20_000)
  expect(apart).toBeLessThan(1.2 * alone)
})

test('the first contact with endpoints that hang holds about one batch for each of them', () => {
  const many = workloadAt(1000)
  const firstSeconds = (capacity: { batches?: number }) =>
    p99(simulate(scenarioOf(many, AFTER, { ...run, seconds: 30, capacity, endpoints: 'hang' })))
  const alone = p99(simulate(scenarioOf(many, AFTER, { ...run, seconds: 30 })))
  const { batches } = capacityFor(many, AFTER)
  expect(firstSeconds({})).toBeGreaterThan(2 * alone)
  expect(firstSeconds({ batches: batches + 50 })).toBeLessThan(1.2 * alone)
})

test('as many attempts in batches of one do not wait for endpoints that hang', () => {
  const alone = p99(simulate(scenarioOf(WORKLOAD, AFTER, run)))
  const capacity = { batches: 500, batchSize: 1 }
  expect(p99(simulate(scenarioOf(WORKLOAD, GROUPED, { ...run, capacity, endpoints: 'hang' })))).toBeLessThan(
    1.2 * alone,
  )
})

/** An organisation's endpoints reject what they get. It sends at this rate. */
function rejecting(
  design: Scenario['design'],
  { rate, webhooks, ...limits }: { rate: number; webhooks: number } & Partial<Scenario['capacity']>,
): Simulated {
  return simulate({
    ...scenarioOf(WORKLOAD, design, run),
    capacity: { ...capacityFor(WORKLOAD, design), ...limits },
    bad: { rate, webhooks, endpoints: 'fail' },
  })
}

test('retries in flight stop the queue at its limit, delayed messages do not', () => {
  const many = { rate: 100, webhooks: 50, inFlight: 2000 }
  const before = rejecting(BEFORE, many)
  expect(p99(before)).toBeGreaterThan(10_000)
  expect(before.saturated[0]?.part).toBe('deliveries in flight')
  expect(p99(rejecting(AFTER, many))).toBeLessThan(1000)
})

test('a webhook above its partition stops the intake of all, unless the ingress has a deadline and shards', () => {
  const one = { rate: 1200, webhooks: 1 }
  const before = rejecting(BEFORE, { ...one, executions: 1000 })
  expect(before.repeated.others).toBeGreaterThan(0)
  expect(before.saturated[0]?.part).toBe('executions of the ingress')
  expect(rejecting(AFTER, { ...one, executions: 1000, ingressReserve: 300 }).repeated).toEqual({ others: 0, bad: 0 })
})

test('the agenda runs what is due in the order of time', () => {
  const agenda = new Agenda()
  const seen: string[] = []
  const late = agenda.lane<string>(20, (name) => seen.push(`${name} ${agenda.now}`))
  late('lane')
  for (const at of [30, 10, 25]) agenda.at(at, () => seen.push(`heap ${agenda.now}`))
  agenda.runUntil(26)
  expect(seen).toEqual(['heap 10', 'lane 20', 'heap 25'])
  expect(agenda.now).toBe(26)
})

test('a fair queue hands out messages of noisy groups last', () => {
  const queue = new FairQueue<{ readonly group: string }>(() => 0, 1000)
  for (let n = 0; n < 40; n++) queue.send({ group: 'noisy' })
  expect(queue.receive(30).map(({ group }) => group)).toEqual(Array(30).fill('noisy'))
  queue.send({ group: 'quiet' })
  expect(queue.receive(2).map(({ group }) => group)).toEqual(['quiet', 'noisy'])
  expect(queue.inFlight).toBe(32)
})

test('a fair queue hands out nothing above its limit in flight', () => {
  const queue = new FairQueue<{ readonly group: string }>(() => 0, 2)
  const messages = [1, 2, 3].map((n) => ({ group: `g${n}` }))
  for (const message of messages) queue.send(message)
  const [first] = queue.receive(10)
  expect(queue.receive(10)).toEqual([])
  if (first) queue.end(first, 0, false)
  expect(queue.receive(10)).toHaveLength(1)
})

test('a partition takes units within the deadline only', () => {
  const partition = new Partition(10)
  expect(partition.take(10, 1000, 0)).toBe(0)
  expect(partition.take(1, 1000, 50)).toBe(100)
  expect(partition.take(1, 1000, 100)).toBe(100)
  expect(partition.take(1, 3000, 0)).toBe(0)
})

test('a histogram has quantiles within 2 %', () => {
  const histogram = new Histogram()
  for (let ms = 1; ms <= 1000; ms++) histogram.add(ms)
  expect(histogram.at(0.5) / 500).toBeCloseTo(1, 1)
  expect(histogram.at(0.99) / 990).toBeCloseTo(1, 1)
  expect(histogram.mean).toBe(500.5)
})
