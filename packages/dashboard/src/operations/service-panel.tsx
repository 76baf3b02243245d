import { listAlarms, listQueues } from '@messaging/contract/dashboard/operations.ts'
import { IconBell, IconCircleCheck, IconMailOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readList } from '../api/read.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Panel } from '../ui/panel.tsx'
import { RowsSkeleton } from '../ui/rows-skeleton.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { held } from './queue-counts.ts'
import classes from './service-panel.module.css'

const POLL_MS = 30_000
const SKELETON = <RowsSkeleton rows={1} height={24} />

/** For operators' overview: what rings, and what was given up, in the whole service. */
export function ServicePanel() {
  const alarms = useQuery({ ...readList(listAlarms, {}), refetchInterval: POLL_MS })
  const queues = useQuery({ ...readList(listQueues, {}), refetchInterval: POLL_MS })
  return (
    <Panel title="The whole service">
      <Loaded query={alarms} skeleton={SKELETON}>
        {(all) => (
          <Loaded query={queues} skeleton={SKELETON}>
            {(found) => {
              const ringing = all.filter(({ state }) => state === 'alarm')
              const dead = found.filter((queue) => queue.kind === 'dead-letter' && held(queue) > 0)
              if (ringing.length + dead.length === 0)
                return (
                  <StatusBadge tone="good" icon={IconCircleCheck}>
                    No alarm rings, nothing was given up
                  </StatusBadge>
                )
              return (
                <ul className={classes.list}>
                  {ringing.length > 0 && (
                    <li>
                      <StatusBadge tone="bad" icon={IconBell}>
                        Rings
                      </StatusBadge>
                      <Link to="/operations/alarms" search={{ state: 'alarm' }}>
                        {ringing.length === 1 ? 'One alarm' : `${ringing.length} alarms`}
                      </Link>
                    </li>
                  )}
                  {dead.map((queue) => (
                    <li key={queue.name}>
                      <StatusBadge tone="bad" icon={IconMailOff}>
                        Given up
                      </StatusBadge>
                      <Link to="/operations/queues/$queue" params={{ queue: queue.name }}>
                        {`${held(queue)} in ${queue.name}`}
                      </Link>
                    </li>
                  ))}
                </ul>
              )
            }}
          </Loaded>
        )}
      </Loaded>
    </Panel>
  )
}
