import { listAlarms } from '@messaging/contract/dashboard/operations.ts'
import { IconBellOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { readList } from '../api/read.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { AlarmItem } from './alarm-item.tsx'
import classes from './alarms-page.module.css'
import { OperatorsOnly } from './operators-only.tsx'

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
  const query = useQuery({ ...readList(listAlarms, {}), refetchInterval: POLL_MS })
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
