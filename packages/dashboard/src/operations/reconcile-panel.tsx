import { Alert, Button, Progress, Text } from '@mantine/core'
import { IconCircleCheck, IconSend } from '@tabler/icons-react'
import { DataTable } from '../ui/data-table.tsx'
import { FormError } from '../ui/form-error.tsx'
import { Panel } from '../ui/panel.tsx'
import classes from './checks.module.css'
import { lostTotal, type Reconciliation } from './reconciliation.ts'
import { useReconcile } from './use-reconcile.ts'
import { words } from './words.ts'

/** Finds lost work and sends it again, step by step. */
export function ReconcilePanel() {
  const { reconciliation, isRunning, error, start, resume, stop } = useReconcile()
  const canResume = !isRunning && reconciliation !== undefined && !reconciliation.isDone
  return (
    <Panel
      title={words.reconcile.title}
      actions={
        isRunning ? (
          <Button size="xs" variant="default" onClick={stop}>
            {words.reconcile.stop}
          </Button>
        ) : (
          <>
            {canResume && (
              <Button size="xs" variant="default" onClick={resume}>
                {words.reconcile.resume}
              </Button>
            )}
            <Button size="xs" variant="default" onClick={() => start(true)}>
              {words.reconcile.find}
            </Button>
            <Button size="xs" onClick={() => start(false)}>
              {words.reconcile.resend}
            </Button>
          </>
        )
      }
    >
      <Text size="sm" c="dimmed">
        {words.reconcile.text} {words.reconcile.cost}
      </Text>
      {reconciliation && (
        <div className={classes.progress}>
          {isRunning && <Progress value={100} size="sm" striped animated aria-label={words.reconcile.progress} />}
          <FormError error={error} />
          {!isRunning && !error && <Result reconciliation={reconciliation} />}
          <Text size="xs" c="dimmed" role="status">
            {progressText(reconciliation, isRunning)}
          </Text>
          {lostTotal(reconciliation) > 0 && (
            <DataTable
              label={words.reconcile.table}
              columns={[
                { title: words.reconcile.kind, render: ([kind]) => kind },
                { title: words.reconcile.count, align: 'end', render: ([, count]) => count.toLocaleString('en') },
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
        {words.reconcile.nothing}
      </Alert>
    )
  return (
    <Alert color={isDryRun ? 'yellow' : 'green'} icon={<IconSend aria-hidden />}>
      {isDryRun ? words.reconcile.found(count) : words.reconcile.resent(count)}
    </Alert>
  )
}

function progressText({ scanned, readUnits, isDone }: Reconciliation, isRunning: boolean): string {
  const items = scanned.toLocaleString('en')
  if (isRunning) return words.reconcile.running(items)
  return isDone
    ? words.reconcile.read(items, Math.ceil(readUnits).toLocaleString('en'))
    : words.reconcile.stopped(items)
}
