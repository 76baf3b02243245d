import { Button, Progress, Text } from '@mantine/core'
import { CHECKS, type Finding, runCheck } from '@messaging/contract/dashboard/operations.ts'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHelpCircle, IconMinus } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../api/read.ts'
import { Panel } from '../ui/panel.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import classes from './checks.module.css'
import { words } from './words.ts'

const STATES = {
  ok: { tone: 'good', icon: IconCircleCheck },
  warning: { tone: 'waiting', icon: IconAlertTriangle },
  fails: { tone: 'bad', icon: IconCircleX },
  unknown: { tone: 'neutral', icon: IconHelpCircle },
  not_applicable: { tone: 'neutral', icon: IconMinus },
} as const satisfies Record<Finding['state'], object>

const FAILED: readonly Finding[] = [{ state: 'unknown', tells: words.checks.failed, remedy: null }]

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
      title={words.checks.doctor}
      actions={
        <Button size="xs" onClick={run} loading={isRunning}>
          {isStarted ? words.checks.again : words.checks.run}
        </Button>
      }
    >
      <Text size="sm" c="dimmed">
        {words.checks.doctorText}
      </Text>
      {isStarted && (
        <>
          <div className={classes.progress}>
            <Text size="xs" c="dimmed" role="status">
              {words.checks.running(done, CHECKS.length)}
            </Text>
            <Progress value={(done / CHECKS.length) * 100} size="sm" aria-label={words.checks.progress} />
          </div>
          <ul className={classes.checks}>
            {CHECKS.map((check, index) => {
              const query = queries[index]
              const findings = query?.isError ? FAILED : query?.isFetching ? [] : (query?.data ?? [])
              return (
                <li key={check} className={classes.check}>
                  <strong>{words.checks.names[check]}</strong>
                  <div>
                    {findings.length === 0 && <span className={classes.waiting}>{words.checks.checking}</span>}
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
  const { tone, icon } = STATES[state]
  return (
    <div className={classes.finding}>
      <StatusBadge tone={tone} icon={icon} label={words.checks[state]} />
      <div>
        {tells}
        {remedy && <code className={classes.remedy}>{remedy}</code>}
      </div>
    </div>
  )
}
