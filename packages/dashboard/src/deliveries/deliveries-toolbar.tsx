import { Button, Group } from '@mantine/core'
import { bulkReplay } from '@messaging/contract/dashboard/replays.ts'
import { IconArrowUp, IconRotateClockwise } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { Allowed } from '../ui/allowed.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { SelectPage } from './deliveries-table.tsx'
import classes from './deliveries-toolbar.module.css'
import type { Selection } from './delivery-cells.tsx'
import type { DeliveriesSearch } from './filters.ts'
import { ReplaySelected } from './replay-selected.tsx'
import type { useLivePage } from './use-live-page.ts'

const BulkReplayDialog = lazyPart(async () => (await import('../replays/bulk-replay-dialog.tsx')).BulkReplayDialog)

/** The actions on the rows of a page: select them, replay the selected or all failed ones, display new ones. */
export function DeliveriesToolbar({
  search,
  live: { rows, newCount, isMore, showNew },
  selection: { ids, onChange },
}: {
  readonly search: DeliveriesSearch
  readonly live: ReturnType<typeof useLivePage>
  readonly selection: Selection
}) {
  const [isBulkOpen, setBulkOpen] = useState(false)
  const selected = rows.filter(({ id }) => ids.has(id))
  const isBulkOffered = search.status === 'failed' && search.q === undefined && search.replayed !== 'true'
  return (
    <div className={classes.toolbar}>
      <Group gap="md">
        {rows.length > 0 && (
          <SelectPage
            deliveries={rows}
            ids={ids}
            onChange={onChange}
            label={
              selected.length === 0
                ? `Select all ${rows.length.toLocaleString('en')}`
                : `${selected.length.toLocaleString('en')} selected`
            }
          />
        )}
        <ReplaySelected selected={selected} onDone={() => onChange(new Set())} />
      </Group>
      {newCount > 0 && (
        <Button
          size="compact-sm"
          radius="xl"
          leftSection={<IconArrowUp size={14} aria-hidden />}
          onClick={() => {
            showNew()
            window.scrollTo({ top: 0 })
          }}
        >
          {isMore
            ? `${newCount.toLocaleString('en')} or more new deliveries`
            : `${newCount.toLocaleString('en')} new ${newCount === 1 ? 'delivery' : 'deliveries'}`}
        </Button>
      )}
      {isBulkOffered && rows.length > 0 && (
        <>
          <Allowed endpoint={bulkReplay}>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconRotateClockwise size={14} aria-hidden />}
              onClick={() => setBulkOpen(true)}
            >
              Replay all failed …
            </Button>
          </Allowed>
          {isBulkOpen && (
            <Suspense>
              <BulkReplayDialog filter={search} onClose={() => setBulkOpen(false)} />
            </Suspense>
          )}
        </>
      )}
    </div>
  )
}
