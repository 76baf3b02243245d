import { Button, CloseButton, Progress } from '@mantine/core'
import { requestAnswer } from '@replywright/contract/dashboard/thread.ts'
import { IconRobot } from '@tabler/icons-react'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { call } from '../api/call.ts'
import { Allowed } from '../ui/allowed.tsx'
import { Hint } from '../ui/text.tsx'
import { useNow } from '../ui/use-now.ts'
import {
  type AnswerRun,
  askAll,
  askText,
  type FailedAnswers,
  failedAnswers,
  failedCount,
  failedText,
  runText,
} from './answer-all.ts'
import { type InboxSearch, listSearch } from './filters.ts'
import classes from './inbox.module.css'
import { IDLE_MS } from './poll-delay.ts'
import { useWaiting } from './use-waiting.ts'

const MINUTE_MS = 60_000
const RUN_KEY = ['answer-run']

/** Says how many of the listed customers wait because their agent failed, and lets the agent answer them all. */
export function AnswerAllBar({ search }: { readonly search: InboxSearch }) {
  const { data } = useWaiting(() => IDLE_MS.waiting, false, search)
  const minute = useNow((now) => Math.floor(now / MINUTE_MS))
  const { run, start, dismiss } = useAnswerRun()
  const failed = failedAnswers(data?.rows ?? [], minute * MINUTE_MS)
  const { askable } = failed
  const isRunning = run?.isRunning === true
  const hasMore = data?.hasMore === true
  const bar = useRef<HTMLElement>(null)
  const isEmpty = failedCount(failed) === 0
  if (!run && isEmpty) return null
  // The buttons disappear when they are used. With nothing else to show, the bar does too, and the list around it gets the focus.
  const onDismiss = () => {
    const target = isEmpty ? bar.current?.parentElement?.closest<HTMLElement>('section') : bar.current
    target?.focus()
    dismiss()
  }
  return (
    <section ref={bar} className={classes.answers} aria-label="Failed answers" tabIndex={-1}>
      {run && <Outcome run={run} onDismiss={onDismiss} />}
      {!isRunning && !isEmpty && <p>{failedText(failed, hasMore)}</p>}
      {!isRunning && askable.length > 0 && (
        <Allowed endpoint={requestAnswer}>
          <Button
            size="compact-sm"
            variant="default"
            justify="flex-start"
            leftSection={<IconRobot size={14} aria-hidden />}
            onClick={() => {
              bar.current?.focus()
              start(askable)
            }}
          >
            {askText(askable.length, hasMore)}
          </Button>
        </Allowed>
      )}
    </section>
  )
}

/** The progress of the requests, and who could not be answered for which reason. */
function Outcome({ run, onDismiss }: { readonly run: AnswerRun; readonly onDismiss: () => void }) {
  const { total, asked, refused, isRunning } = run
  const groups = [...Map.groupBy(refused, ({ reason }) => reason)]
  return (
    <>
      <div className={classes.line}>
        <p role="status">{runText(run)}</p>
        {!isRunning && <CloseButton size="xs" aria-label="Dismiss" onClick={onDismiss} />}
      </div>
      {isRunning && (
        <Progress value={(100 * (asked + refused.length)) / total} size="sm" aria-label="Progress of the requests" />
      )}
      {groups.map(([reason, customers]) => (
        <Hint key={reason} className={classes.refused}>
          {customers.map(({ id, name }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Link to="/conversations/$id" params={{ id }} search={listSearch}>
                <bdi>{name}</bdi>
              </Link>
            </span>
          ))}
          : {reason}
        </Hint>
      ))}
    </>
  )
}

/** Returns the latest run in this tab. It goes on while other pages are shown. */
function useAnswerRun() {
  const queries = useQueryClient()
  const { data: run } = useQuery<AnswerRun | null>({ queryKey: RUN_KEY, queryFn: skipToken, gcTime: Infinity })
  const set = (next: AnswerRun | null) => queries.setQueryData(RUN_KEY, next)
  const ask = (id: string) => call(requestAnswer, { params: { id } }, { idempotencyKey: crypto.randomUUID() })
  const start = async (rows: FailedAnswers['askable']) => {
    if (queries.getQueryData<AnswerRun | null>(RUN_KEY)?.isRunning) return
    const run = await askAll(rows, ask, set)
    // Those who were asked do not wait for a failed answer any more.
    await queries.invalidateQueries()
    set({ ...run, isRunning: false })
  }
  return { run, start: (rows: FailedAnswers['askable']) => void start(rows), dismiss: () => set(null) }
}
