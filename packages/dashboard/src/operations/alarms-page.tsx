import { Text } from '@mantine/core'
import { type Alarm, listAlarms } from '@replywright/contract/dashboard/operations.ts'
import { IconBell, IconBellOff, IconChevronRight, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { readList } from '../api/call.ts'
import { pollEvery } from '../api/query-client.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { Loaded, Page } from '../ui/page.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Hint } from '../ui/text.tsx'
import { When } from '../ui/when.tsx'
import classes from './operations.module.css'
import { OperatorsOnly } from './operators-only.tsx'
import { alarmSubject, alarmTitle, needsChecks, runbookSection } from './runbook.ts'

const route = getRouteApi('/shell/operations/alarms')
const POLL_MS = 30_000

const TABS = [
  { value: undefined, label: 'All' },
  { value: 'alarm', label: 'In alarm' },
  { value: 'insufficient_data', label: 'No data' },
  { value: 'ok', label: 'OK' },
] as const

export function AlarmsPage() {
  return (
    <Page title="Alarms" description="CloudWatch alarms, firing first.">
      <OperatorsOnly>{() => <Alarms />}</OperatorsOnly>
    </Page>
  )
}

function Alarms() {
  const { state } = route.useSearch()
  const query = useQuery({ ...readList(listAlarms, {}), refetchInterval: pollEvery(POLL_MS) })
  return (
    <>
      <LinkTabs label="State" param="state" value={state} tabs={TABS} />
      <Loaded query={query}>
        {(alarms) => {
          const shown = alarms.filter((alarm) => state === undefined || alarm.state === state)
          if (shown.length === 0) return <NoAlarms />
          return (
            <ul className={classes.alarms}>
              {shown.map((alarm) => (
                <AlarmItem key={alarm.name} alarm={alarm} />
              ))}
            </ul>
          )
        }}
      </Loaded>
    </>
  )
}

function NoAlarms() {
  return (
    <EmptyState icon={IconBellOff} title="No alarms in this state">
      Alarms watch queues, functions, the API and the table. Each has the steps of the runbook beside it.
    </EmptyState>
  )
}

/** One alarm: its state, reason and runbook steps. Firing alarms are expanded. */
function AlarmItem({ alarm: { name, description, state, reason, since } }: { readonly alarm: Alarm }) {
  const section = runbookSection(name)
  const queue = deadLettersOf(name)
  return (
    <li>
      <details open={state === 'alarm'}>
        <summary className={classes.summary}>
          <StatusBadge {...STATES[state]} />
          <span className={classes.name}>
            {alarmTitle(name)}
            {section?.steps[0] && (
              <span className={classes.next}>
                {state === 'alarm' ? `Next: ${section.steps[0]}` : `If it fires: ${section.steps[0]}`}
              </span>
            )}
          </span>
          <IconChevronRight size={16} aria-hidden className={classes.chevron} />
        </summary>
        <div className={classes.more}>
          <div>
            <code>{name}</code>
            <div>{description}</div>
            {since && (
              <Text size="xs" c="dimmed" component="div">
                {state === 'alarm' ? 'In alarm since' : 'Since'} <When at={since} />
                {reason && `: ${reason}`}
              </Text>
            )}
            {!since && reason && <Hint>{reason}</Hint>}
          </div>
          {section && (
            <div>
              <Text fw={600}>Steps</Text>
              {section.means}
              <ol className={classes.steps}>
                {section.steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
            </div>
          )}
          {section && needsChecks(section) && (
            <div>
              <LinkButton to="/operations/checks" size="xs" variant="default">
                Open Checks
              </LinkButton>
            </div>
          )}
          {queue && (
            <div>
              <LinkButton to="/operations/queues/$queue" params={{ queue }} size="xs" variant="default">
                View dead letters
              </LinkButton>
            </div>
          )}
        </div>
      </details>
    </li>
  )
}

function deadLettersOf(name: string): string | undefined {
  const subject = alarmSubject(name)
  return subject?.title === 'DeadLetters' ? subject.what : undefined
}

const STATES = {
  alarm: { tone: 'bad', icon: IconBell, label: 'In alarm' },
  ok: { tone: 'good', icon: IconCircleCheck, label: 'OK' },
  insufficient_data: { tone: 'neutral', icon: IconHelpCircle, label: 'No data' },
} as const satisfies Record<Alarm['state'], object>
