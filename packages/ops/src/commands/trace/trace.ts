import { countUnits } from '@messaging/core/operations/trace/count-units.ts'
import { findTarget, type TraceTarget } from '@messaging/core/operations/trace/find-target.ts'
import { getTrace, type Trace } from '@messaging/core/operations/trace/get-trace.ts'
import type { TraceEvent } from '@messaging/core/operations/trace/time-line.ts'
import { timeLine } from '@messaging/core/operations/trace/time-line.ts'
import { listOrganizations } from '@messaging/core/people/organizations/list-organizations.ts'
import type { Input, Session } from '../../command.ts'
import { fieldLines, type Report, type Screen, section, textLines } from '../../report.ts'
import { count } from '../../show.ts'
import { tableLines } from '../../terminal/table.ts'
import { readLogs } from './read-logs.ts'

/** Finds all stored events of a message by an id from a payload or log line. */
export async function trace({ id = '', organization, stage }: Input, session: Session): Promise<Report> {
  const units = countUnits()
  const progress = session.progress('Conversations searched')
  const organizations = organization === undefined ? (await listOrganizations()).map((one) => one.id) : [organization]
  const target = await findTarget(id, organizations, { now: session.now, onProgress: (done) => progress.update(done) })
  progress.end()
  if (!target) throw new Error(unknown(id, organization ?? count(organizations.length, 'organisation'), units()))
  const found = await getTrace(target)
  const events = timeLine(found)
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
    'Messages are kept for 365 days, deliveries and turns for 30. Incoming messages have a different id at the provider: search',
    'for its end (waIdEnd) in the log lines message.taken.',
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
