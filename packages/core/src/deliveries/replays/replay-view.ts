import type { Replay } from '@messaging/contract/replays.ts'
import { isoTime, timeOrNull } from '../../platform/clock.ts'
import type { ReplayItem } from './replay-entity.ts'

export function replayView(replay: ReplayItem): Replay {
  const {
    id,
    webhookId,
    since,
    until,
    event,
    status,
    cancelReason,
    total,
    replayed,
    startedAt,
    updatedAt,
    finishedAt,
  } = replay
  return {
    id,
    webhookId,
    since: isoTime(since),
    until: isoTime(until),
    event: event ?? null,
    status,
    cancelReason: cancelReason ?? null,
    total,
    replayed,
    startedAt: isoTime(startedAt),
    updatedAt: isoTime(updatedAt),
    finishedAt: timeOrNull(finishedAt),
  }
}
