import { workQueueUrls } from '@replywright/contract/queues.ts'
import {
  type Check,
  type Deployment,
  deploy,
  type Finding,
  fails,
  ok,
} from '@replywright/core/operations/doctor/check.ts'
import * as v from 'valibot'
import { count } from '../../../show.ts'
import { awsGet } from '../aws-get.ts'

const Mapping = v.object({
  UUID: v.string(),
  EventSourceArn: v.optional(v.string(), ''),
  FunctionArn: v.optional(v.string(), ''),
  State: v.string(),
  StateTransitionReason: v.optional(v.string()),
  LastProcessingResult: v.optional(v.string()),
  ScalingConfig: v.optional(v.object({ MaximumConcurrency: v.optional(v.number()) })),
})
const Page = v.object({ EventSourceMappings: v.array(Mapping), NextMarker: v.nullish(v.string()) })
export type Mapping = v.InferOutput<typeof Mapping>

/** Successful results of the last batch. */
const FINE = /^(OK|No records processed)/i

export async function readMappings(
  outputs: Deployment['outputs'],
  signal: AbortSignal,
): Promise<readonly (Mapping & { readonly source: string })[]> {
  const found: Mapping[] = []
  let marker: string | undefined
  do {
    const query = marker === undefined ? '' : `?Marker=${encodeURIComponent(marker)}`
    const page = await awsGet('lambda', `/2015-03-31/event-source-mappings/${query}`, Page, signal)
    found.push(...page.EventSourceMappings)
    marker = page.NextMarker ?? undefined
  } while (marker)
  const sources = sourcesOf(outputs)
  return found.flatMap((mapping) => {
    const source = sources.find(({ isSource }) => isSource(mapping.EventSourceArn, mapping.FunctionArn))
    return source ? [{ ...mapping, source: source.name }] : []
  })
}

/** Returns the expected event sources by name, with a predicate for their ARN and that of the function. */
function sourcesOf({ TableName, ...outputs }: Deployment['outputs']): {
  readonly name: string
  isSource(arn: string, functionArn: string): boolean
}[] {
  const queues = Object.entries(workQueueUrls(outputs)).map(([name, url]) => ({
    name,
    isSource: (arn: string) => arn.endsWith(`:${url.slice(url.lastIndexOf('/') + 1)}`),
  }))
  const reads = (reader: string) => (arn: string, functionArn: string) =>
    arn.includes(`:table/${TableName}/stream/`) && functionArn.includes(`-${reader}Function`)
  return [{ name: 'relay', isSource: reads('Relay') }, { name: 'statistics', isSource: reads('Counter') }, ...queues]
}

export const mappingsCheck: Check = {
  name: 'event sources',
  rights: ['lambda:ListEventSourceMappings'],
  async run(deployment) {
    const { outputs, signal } = deployment
    const expected = sourcesOf(outputs).map(({ name }) => name)
    return judgeMappings(await readMappings(outputs, signal), expected, deployment)
  },
}

/** What reads the table's stream, by the name of its source. */
const READERS: Readonly<Record<string, string>> = { relay: 'the relay', statistics: 'the counter of statistics' }

/** Checks whether the relay and the counter read the table's stream, and each worker its queue. */
export function judgeMappings(
  mappings: readonly (Pick<Mapping, 'UUID' | 'State' | 'StateTransitionReason' | 'LastProcessingResult'> & {
    readonly source: string
  })[],
  expected: readonly string[],
  deployment: Pick<Deployment, 'stage'>,
): Finding[] {
  const findings = mappings.flatMap(({ UUID, State, LastProcessingResult, StateTransitionReason, source }) => {
    const name = READERS[source] ?? `the worker of ${source}`
    if (State !== 'Enabled' && State !== 'Updating')
      return [
        fails(
          `${name} is not running: its mapping is ${State} (${StateTransitionReason ?? 'no reason given'})`,
          `aws lambda update-event-source-mapping --uuid ${UUID} --enabled`,
        ),
      ]
    if (LastProcessingResult && !FINE.test(LastProcessingResult))
      return [fails(`${name}: ${LastProcessingResult}`, deploy(deployment))]
    return []
  })
  for (const name of expected)
    if (!mappings.some(({ source }) => source === name))
      findings.push(fails(`${READERS[name] ?? name} has no event source mapping`, deploy(deployment)))
  return findings.length > 0
    ? findings
    : [ok(`${count(mappings.length, 'mapping')} including the relay's, all enabled`)]
}
