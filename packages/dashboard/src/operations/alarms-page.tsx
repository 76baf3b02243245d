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
import { words } from './words.ts'

const route = getRouteApi('/shell/operations/alarms')
const POLL_MS = 30_000

const TABS = [
  { value: undefined, label: words.alarms.all },
  { value: 'alarm', label: words.alarms.alarm },
  { value: 'insufficient_data', label: words.alarms.insufficient_data },
  { value: 'ok', label: words.alarms.ok },
] as const

export function AlarmsPage() {
  return (
    <Page title={words.alarms.title} description={words.alarms.description}>
      <OperatorsOnly>{() => <Alarms />}</OperatorsOnly>
    </Page>
  )
}

function Alarms() {
  const { state } = route.useSearch()
  const query = useQuery({ ...readList(listAlarms, {}), refetchInterval: POLL_MS })
  return (
    <>
      <LinkTabs label={words.alarms.state} param="state" value={state} tabs={TABS} />
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
    <EmptyState icon={IconBellOff} title={words.alarms.none}>
      {words.alarms.noneText}
    </EmptyState>
  )
}
