import { readFile } from 'node:fs/promises'
import {
  countUnits,
  findTarget,
  getTrace,
  type Trace,
  type TraceTarget,
} from '@replywright/core/operations/trace/trace.ts'
import { listOrganizations } from '@replywright/core/people/organizations/organizations.ts'
import type { Input, Session } from '../command.ts'
import { fieldLines, type Report, type Screen, section, textLines } from '../report.ts'
import { count } from '../show.ts'
import { tableLines } from '../terminal/table.ts'
import { inline } from '../terminal/text.ts'

type TraceEvent = Trace['events'][number]

/** Finds all stored events of a message by an id from a payload or log line. */
export async function trace({ id = '', organization, stage }: Input, session: Session): Promise<Report> {
  const units = countUnits()
  const progress = session.progress('Conversations searched')
  const organizations = organization === undefined ? (await listOrganizations()).map((one) => one.id) : [organization]
  const target = await findTarget(id, organizations, { now: session.now, onProgress: (done) => progress.update(done) })
  progress.end()
  if (!target) throw new Error(unknown(id, organization ?? count(organizations.length, 'organisation'), units()))
  const found = await getTrace(target)
  const { events } = found
  const labels = labelsOf(found)
  const content = session.flags.has('content')
  const logs = session.flags.has('logs') ? await readLogs(idsOf(id, found), events, stage) : undefined
  const facts = factsOf(id, target, found)
  return {
    json: {
      ...facts,
      readUnits: units(),
      events: events.map((event) => eventJson(event, events[0]?.at ?? 0, content)),
      logs,
    },
    lines: (screen) => [
      ...fieldLines(facts),
      ...section('Time line', eventLines(events, labels, screen), screen),
      ...section('Of', fieldLines(Object.fromEntries([...labels].map(([one, label]) => [label, one]))), screen),
      ...(content ? section('Content', contentLines(events), screen) : []),
      ...(logs ? section('Log', logs, screen) : []),
      '',
      `Read units: ${units()}.`,
    ],
  }
}

function unknown(id: string, where: string, readUnits: number): string {
  return [
    `Nothing in ${where} has the id ${id} (read units: ${readUnits}).`,
    'Valid ids: the id of a message (message.id of a payload, messageId or turnId of a log line), the id of a delivery',
    '(X-Service-Delivery, deliveryId of a log line), and the provider id of a sent message (waId).',
    'By default, messages are kept for 365 days, and deliveries and turns for 30. Incoming messages have a different id at the',
    'provider: search for its end (waIdEnd) in the log lines message.taken.',
  ].join('\n')
}

function factsOf(id: string, target: TraceTarget, { conversation, turn, inbound, outbound, deliveries }: Trace) {
  return {
    id,
    is: target.kind,
    organization: target.organizationId,
    conversation: conversation?.id,
    message: inbound[0]?.id ?? outbound[0]?.id,
    turn: turn ? `${turn.id}  ${turn.status}` : undefined,
    agent: turn?.speakerId ?? turn?.agentId,
    deliveries: deliveries.length,
  }
}

/** Returns all ids that log lines about the message may contain. */
function idsOf(id: string, { inbound, outbound, turn, deliveries }: Trace): string[] {
  const ids = [...inbound, ...outbound, ...deliveries].map((one) => one.id)
  return [...new Set([id, ...ids, ...(turn ? [turn.id] : [])])]
}

function eventJson({ at, content, ...event }: TraceEvent, first: number, withContent: boolean) {
  const time = { at: new Date(at).toISOString(), offsetMs: at - first }
  return { ...time, ...event, failed: event.failed ?? false, ...(withContent && { content: content ?? null }) }
}

/** Returns short names for the ids in the time line: M1 for a message and its turn, D1 for a delivery. */
function labelsOf({ inbound, outbound, deliveries }: Trace): Map<string, string> {
  const messages = [...inbound, ...outbound].map(({ id }, index) => [id, `M${index + 1}`] as const)
  const sorted = deliveries.toSorted((a, b) => a.createdAt - b.createdAt)
  return new Map([...messages, ...sorted.map(({ id }, index) => [id, `D${index + 1}`] as const)])
}

function eventLines(events: readonly TraceEvent[], labels: ReadonlyMap<string, string>, screen: Screen): string[] {
  const first = events[0]?.at ?? 0
  if (events.length === 0) return ['All stored events have expired.']
  return [
    `Start: ${new Date(first).toISOString()}. Offsets and durations are in milliseconds.`,
    ...tableLines(
      [
        { title: 'OFFSET', of: ({ at }) => `+${at - first}`, right: true, whole: true },
        { title: 'TOOK', of: ({ durationMs }) => durationMs ?? '', right: true, whole: true },
        { title: 'OF', of: ({ id }) => labels.get(id), whole: true },
        { title: 'WHAT', of: ({ what }) => what, whole: true },
        { title: 'WHERE', of: ({ where }) => where },
        { title: 'OUTCOME', of: ({ outcome }) => outcome ?? '', style: ({ failed }) => (failed ? 'red' : undefined) },
      ],
      events,
      screen,
    ),
  ]
}

function contentLines(events: readonly TraceEvent[]): string[] {
  return events.flatMap(({ what, content }) => (content ? [what, ...textLines(content)] : []))
}

/** Maximum time between an event and its log line. */
const MARGIN_SECONDS = 60
/** The stacks with functions. The name of a log group begins with that of its stack. */
const STACKS = ['Api', 'Messaging', 'Dashboard']

/** Returns lines with one of `ids` in the log of `npm start`; for a stage, commands for CloudWatch Logs Insights. */
export async function readLogs(
  ids: readonly string[],
  events: readonly TraceEvent[],
  stage: string | undefined,
): Promise<string[]> {
  if (stage !== undefined) return insightsQuery(ids, events, stage)
  const file = `${process.env.DATA_DIR || '.local'}/functions.log`
  const text = await readFile(file, 'utf8').catch(() => '')
  const lines = text.split('\n').filter((line) => ids.some((id) => line.includes(id)))
  return lines.length > 0 ? lines.map(inline) : [`No line of ${file} contains any of these ids.`]
}

function insightsQuery(ids: readonly string[], events: readonly TraceEvent[], stage: string): string[] {
  const times = events.map(({ at }) => Math.floor(at / 1000))
  const groups = STACKS.map((part) => `"Messaging-${stage}-${part}-"`).join(', ')
  const query = `SOURCE logGroups(namePrefix: [${groups}]) | fields @timestamp, event, level, attempt, verdict, cause, error.message, deliveryId | filter @message like /${ids.join('|')}/ | sort @timestamp`
  return [
    `aws logs start-query --start-time ${Math.min(...times) - MARGIN_SECONDS} --end-time ${Math.max(...times) + MARGIN_SECONDS} \\`,
    `  --query-string '${query}'`,
    'aws logs get-query-results --query-id <the printed id>',
  ]
}
