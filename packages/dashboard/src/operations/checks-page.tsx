import { Alert, Button, Progress, Text } from '@mantine/core'
import { listQueues, reconcileStep } from '@replywright/contract/dashboard/operations.ts'
import { IconCircleCheck, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { call, readList } from '../api/call.ts'
import { DataTable } from '../ui/data-table.tsx'
import { FormError } from '../ui/form-parts.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { Hint } from '../ui/text.tsx'
import { DoctorPanel } from './doctor-panel.tsx'
import classes from './operations.module.css'
import { OperatorsOnly } from './operators-only.tsx'
import { totalMessages } from './queues.ts'
import { afterStep, lostTotal, newReconciliation, type Reconciliation } from './reconciliation.ts'

export function ChecksPage() {
  return (
    <Page title="Checks" description="Find what is wrong with the deployment, and send lost work again.">
      <OperatorsOnly>
        {() => (
          <>
            <DoctorPanel />
            <ReconcilePanel />
          </>
        )}
      </OperatorsOnly>
    </Page>
  )
}

/** Finds lost work and sends it again, step by step. */
function ReconcilePanel() {
  const { reconciliation, isRunning, error, start, resume, stop } = useReconcile()
  const canResume = !isRunning && reconciliation !== undefined && !reconciliation.isDone
  return (
    <Panel
      title="Lost work"
      actions={
        isRunning ? (
          <Button size="xs" variant="default" onClick={stop}>
            Stop
          </Button>
        ) : (
          <>
            {canResume && (
              <Button size="xs" variant="default" onClick={resume}>
                Continue
              </Button>
            )}
            <Button size="xs" variant="default" onClick={() => start(true)}>
              Find lost work
            </Button>
            <Button size="xs" onClick={() => start(false)}>
              Resend lost work
            </Button>
          </>
        )
      }
    >
      <Text c="dimmed">
        Finds pending work whose message was lost more than ten minutes ago, and sends it again. It is safe at any time:
        work that is already done is not repeated. Reads the whole table: about 0.02 USD per GB.
      </Text>
      {reconciliation && (
        <div className={classes.progress}>
          {isRunning && <Progress value={100} size="sm" striped animated aria-label="Reconcile" />}
          <FormError error={error} />
          {!isRunning && !error && <Result reconciliation={reconciliation} />}
          {!isRunning && reconciliation.isDryRun && lostTotal(reconciliation) > 0 && <DeadLettersAmong />}
          <Hint role="status">{progressText(reconciliation, isRunning)}</Hint>
          {lostTotal(reconciliation) > 0 && (
            <DataTable
              label="Lost work by kind"
              columns={[
                { title: 'Kind', render: ([kind]) => kind },
                { title: 'Lost', align: 'end', render: ([, count]) => count.toLocaleString('en') },
              ]}
              rows={Object.entries(reconciliation.overdue).filter(([, count]) => count > 0)}
              rowKey={([kind]) => kind}
            />
          )}
        </div>
      )}
    </Panel>
  )
}

function Result({ reconciliation }: { readonly reconciliation: Reconciliation }) {
  const { isDone, isDryRun } = reconciliation
  const count = lostTotal(reconciliation)
  if (!isDone && count === 0) return null
  if (count === 0)
    return (
      <Alert color="green" icon={<IconCircleCheck aria-hidden />}>
        No work is lost.
      </Alert>
    )
  return (
    <Alert color={isDryRun ? 'yellow' : 'green'} icon={<IconSend aria-hidden />}>
      {`${count.toLocaleString('en')} ${isDryRun ? 'lost. Resend them to repair.' : 'sent again.'}`}
    </Alert>
  )
}

/** Says that dead letters wait for work that is also counted as lost. */
function DeadLettersAmong() {
  const { data } = useQuery(readList(listQueues, {}))
  const dead = (data ?? [])
    .filter(({ kind }) => kind === 'dead-letter')
    .reduce((sum, queue) => sum + totalMessages(queue), 0)
  if (dead === 0) return null
  return (
    <Text mt="xs">
      Not all of it is lost:{' '}
      {dead === 1 ? '1 message is a dead letter' : `${dead.toLocaleString('en')} messages are dead letters`}.{' '}
      <Link to="/operations/queues">Redrive them first</Link>
    </Text>
  )
}

function progressText({ scanned, readUnits, isDone }: Reconciliation, isRunning: boolean): string {
  const items = scanned.toLocaleString('en')
  if (isRunning) return `${items} items read`
  return isDone
    ? `${items} items read, ${Math.ceil(readUnits).toLocaleString('en')} read units.`
    : `Stopped after ${items} items`
}

/**
 * Runs a reconciliation step by step, until it is done, stopped or fails. A failed step can be repeated. Leaving the page
 * stops it.
 */
function useReconcile() {
  const [reconciliation, setReconciliation] = useState<Reconciliation>()
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<unknown>()
  const isStopped = useRef(false)
  useEffect(
    () => () => {
      isStopped.current = true
    },
    [],
  )
  const run = async (from: Reconciliation) => {
    isStopped.current = false
    setRunning(true)
    setError(undefined)
    setReconciliation(from)
    let current = from
    try {
      while (!current.isDone && !isStopped.current) {
        const { cursor, isDryRun: dryRun } = current
        current = afterStep(current, await call(reconcileStep, { body: { ...(cursor && { cursor }), dryRun } }))
        setReconciliation(current)
      }
    } catch (thrown) {
      setError(thrown)
    }
    setRunning(false)
  }
  return {
    reconciliation,
    isRunning,
    error,
    start: (isDryRun: boolean) => void run(newReconciliation(isDryRun)),
    resume: () => reconciliation && void run(reconciliation),
    stop: () => {
      isStopped.current = true
    },
  }
}
