import { Button, Progress, Text } from '@mantine/core'
import { CHECKS, type Finding, runCheck } from '@replywright/contract/dashboard/operations.ts'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHelpCircle, IconMinus } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { read } from '../api/call.ts'
import { Panel } from '../ui/page.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Hint } from '../ui/text.tsx'
import classes from './operations.module.css'

const CHECK_NAMES = {
  table: 'Table',
  provider: 'Provider',
  alarms: 'Alarms',
  'dead-letters': 'Dead letters',
  queues: 'Queues',
}

/** The pages with what a check finds. */
const CHECK_PAGES = {
  table: undefined,
  provider: undefined,
  alarms: '/operations/alarms',
  'dead-letters': '/operations/queues',
  queues: undefined,
} as const

const STATES = {
  ok: { tone: 'good', icon: IconCircleCheck, label: 'OK' },
  warning: { tone: 'waiting', icon: IconAlertTriangle, label: 'Warning' },
  fails: { tone: 'bad', icon: IconCircleX, label: 'Fails' },
  unknown: { tone: 'neutral', icon: IconHelpCircle, label: 'Unknown' },
  not_applicable: { tone: 'neutral', icon: IconMinus, label: 'Not applicable' },
} as const satisfies Record<Finding['state'], object>

const FAILED: readonly Finding[] = [{ state: 'unknown', tells: 'The check could not run. Try again.', remedy: null }]

/** Runs the checks of the deployment, each by itself, and shows their findings as they arrive. */
export function DoctorPanel() {
  const [isStarted, setStarted] = useState(false)
  const queries = useQueries({
    queries: CHECKS.map((check) => ({
      ...read(runCheck, { params: { check } }),
      enabled: isStarted,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    })),
  })
  const done = queries.filter(({ isFetching, isPending }) => !isFetching && !isPending).length
  const isRunning = isStarted && done < CHECKS.length
  const run = () => {
    if (isStarted) for (const query of queries) void query.refetch()
    setStarted(true)
  }
  return (
    <Panel
      title="Deployment"
      actions={
        <Button size="xs" onClick={run} loading={isRunning}>
          {isStarted ? 'Run again' : 'Run checks'}
        </Button>
      }
    >
      <Text c="dimmed">
        Checks what the dashboard can see. npm run ops -- doctor also checks stacks, quotas, mail and models.
      </Text>
      {isStarted && (
        <>
          <div className={classes.progress}>
            <Hint role="status">
              {done} of {CHECKS.length} checks done
            </Hint>
            <Progress value={(done / CHECKS.length) * 100} size="sm" aria-label="Checks" />
          </div>
          <ul className={classes.checks}>
            {CHECKS.map((check, index) => {
              const query = queries[index]
              const findings = query?.isError ? FAILED : query?.isFetching ? [] : (query?.data ?? [])
              return (
                <li key={check} className={classes.check}>
                  <strong>
                    {CHECK_PAGES[check] ? (
                      <Link to={CHECK_PAGES[check]}>{CHECK_NAMES[check]}</Link>
                    ) : (
                      CHECK_NAMES[check]
                    )}
                  </strong>
                  <div>
                    {findings.length === 0 && <span className={classes.waiting}>Checking</span>}
                    {findings.map((finding) => (
                      <FindingLine key={finding.tells} finding={finding} />
                    ))}
                  </div>
                </li>
              )
            })}
          </ul>
        </>
      )}
    </Panel>
  )
}

function FindingLine({ finding: { state, tells, remedy } }: { readonly finding: Finding }) {
  return (
    <div className={classes.finding}>
      <StatusBadge {...STATES[state]} />
      <div>
        {tells}
        {remedy && <code className={classes.remedy}>{remedy}</code>}
      </div>
    </div>
  )
}
