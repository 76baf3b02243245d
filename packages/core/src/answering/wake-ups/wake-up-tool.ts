import type { EpochMs } from '@replywright/contract/time.ts'
import type { AgentSettings } from '../../agents/agent-settings.ts'
import { LIMITS } from '../../agents/model-limits.ts'
import type { Tool, ToolCall, ToolResult } from '../../agents/tool.ts'
import { isoTime } from '../../platform/clock.ts'
import type { WakeUpItem } from './wake-up-entity.ts'

/** Maximum number of pending wake-ups of a conversation. */
const MOST_PENDING = 5
const LONGEST_REASON = 1000
/** The Scheduler may be a minute late, and the answer takes time. */
const MARGIN_MILLISECONDS = 2 * 60_000

export interface WakeUps {
  /** When the service window closes; infinite without one. */
  readonly windowEnd: EpochMs
  pending(): Promise<readonly Pick<WakeUpItem, 'id'>[]>
  /** Stores a wake-up once per id. Returns the stored wake-up. */
  create(wakeUp: Pick<WakeUpItem, 'id' | 'configId' | 'reason' | 'fireAt'>): Promise<Pick<WakeUpItem, 'fireAt'>>
}

/** Returns the tool that schedules a wake-up, or no tool if no wake-up config is enabled. */
export function wakeUpTools(settings: AgentSettings['wakeUpConfigs'], wakeUps: WakeUps): Tool[] {
  const configs = settings.filter(({ enabled }) => enabled).slice(0, LIMITS.wakeUps)
  if (configs.length === 0) return []
  const schedule = async ({ when, reason, config }: Readonly<Record<string, unknown>>, { id, now }: ToolCall) => {
    const { fireAt, problem } = readWhen(String(when), now, wakeUps.windowEnd - MARGIN_MILLISECONDS)
    if (fireAt === undefined) return { text: `Nothing was scheduled: ${problem}` }
    const others = (await wakeUps.pending()).filter((one) => one.id !== id)
    if (others.length >= MOST_PENDING)
      return { text: `Nothing was scheduled: ${MOST_PENDING} wake-ups are pending already.` }
    const configId = configs[Number(config ?? 1) - 1]?.id ?? ''
    const stored = await wakeUps.create({ id, configId, reason: String(reason), fireAt })
    return { text: `Scheduled for ${isoTime(stored.fireAt)}, unless the customer writes first.` }
  }
  let last: Promise<unknown> = Promise.resolve()
  return [
    {
      name: 'schedule_wake_up',
      description: `Wakes you up later so that you can write to the customer, unless they write first. Purpose: ${purposes(configs)}`,
      parameters: parametersOf(configs.length),
      changesOutside: false,
      creditCost: 0,
      // Calls run one after the other, so that the calls of one step count each other.
      run: (args, call): Promise<ToolResult> => {
        const run = last.then(() => schedule(args, call))
        last = run.catch(() => undefined)
        return run
      },
    },
  ]
}

/** Returns the note with the latest time of a wake-up, or `''`. The tool lacks it, because models cache their tools. */
export function wakeUpNote(tools: readonly Tool[], { windowEnd }: Pick<WakeUps, 'windowEnd'>): string {
  if (tools.length === 0 || windowEnd === Number.POSITIVE_INFINITY) return ''
  const latest = isoTime(windowEnd - MARGIN_MILLISECONDS)
  return `Wake-ups can be scheduled until ${latest}. Later you cannot write to this customer unless they write first.`
}

function purposes(configs: AgentSettings['wakeUpConfigs']): string {
  const [only, ...others] = configs
  if (only && others.length === 0) return only.description
  return configs.map(({ description }, index) => `${index + 1}. ${description}`).join('\n')
}

function parametersOf(configs: number) {
  return {
    type: 'object',
    properties: {
      when: {
        type: 'string',
        description:
          'Minutes from now, such as "90", or a time such as "2026-11-20T16:00:00Z". From one minute to 30 days ahead.',
      },
      reason: {
        type: 'string',
        minLength: 1,
        maxLength: LONGEST_REASON,
        description: 'A note to yourself: what to do then.',
      },
      ...(configs > 1 && {
        config: { type: 'integer', minimum: 1, maximum: configs, description: 'The number of the purpose.' },
      }),
    },
    required: ['when', 'reason', ...(configs > 1 ? ['config'] : [])],
    additionalProperties: false,
  }
}

const MINUTE_MILLISECONDS = 60_000
const SOONEST_MINUTES = 1
const LATEST_MINUTES = 30 * 24 * 60

const MINUTES = /^\d{1,6}$/
const TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?$/

/** A whole second, or a problem for the model to read. */
export type When =
  | { readonly fireAt: EpochMs; readonly problem?: undefined }
  | { readonly problem: string; readonly fireAt?: undefined }

/**
 * Parses a time from a model: minutes from `now`, or ISO 8601 (UTC without a zone). Allows one minute to 30 days ahead,
 * and nothing after `latest`, from which on the agent cannot write to the customer.
 */
export function readWhen(text: string, now: EpochMs, latest: EpochMs): When {
  const at = MINUTES.test(text.trim()) ? now + Number(text) * MINUTE_MILLISECONDS : readTime(text.trim())
  if (Number.isNaN(at))
    return { problem: 'when: must be minutes from now, such as 90, or a time such as 2026-11-20T16:00:00Z.' }
  const minutes = (at - now) / MINUTE_MILLISECONDS
  if (minutes < SOONEST_MINUTES || minutes > LATEST_MINUTES)
    return { problem: 'when: must be from one minute to 30 days ahead.' }
  if (at > latest) return { problem: `you can write to this customer only until ${isoTime(latest)}.` }
  return { fireAt: Math.ceil(at / 1000) * 1000 }
}

function readTime(text: string): EpochMs {
  const [, date, time, zone = 'Z'] = TIME.exec(text) ?? []
  return date === undefined ? Number.NaN : Date.parse(`${date}T${time}${zone.replace(/(\d{2})(\d{2})$/, '$1:$2')}`)
}
