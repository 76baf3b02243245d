import { Alert, Button, Group, Text } from '@mantine/core'
import { type ReplayResult, replayDeliveries } from '@replywright/contract/dashboard/deliveries.ts'
import { replayFailed } from '@replywright/contract/replays.ts'
import type { DeliverySummary } from '@replywright/contract/webhook-deliveries.ts'
import { IconArrowUp, IconRotateClockwise } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { deliveriesText } from '../replays/since-choices.ts'
import { Allowed } from '../ui/allowed.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { useAction } from '../ui/use-action.ts'
import { SelectPage } from './deliveries-table.tsx'
import type { Selection } from './delivery-cells.tsx'
import { type DeliveriesSearch, isReplayable } from './filters.ts'
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
  return (
    <Group justify="space-between" gap="0.5rem 1rem" mih={30} mb={6} px="sm">
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
      {isReplayable(search) && rows.length > 0 && (
        <>
          <Allowed endpoint={replayFailed}>
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
    </Group>
  )
}

const REFUSAL_TEXTS = {
  not_found: 'no longer stored',
  webhook_disabled: 'endpoint disabled. Enable it first',
  webhook_deleted: 'endpoint deleted',
}

const ConfirmDialog = lazyPart(async () => (await import('../ui/confirm-dialog.tsx')).ConfirmDialog)

/** Replays the selected deliveries after a confirmation, and shows how many were not replayed and why. */
function ReplaySelected({
  selected,
  onDone,
}: {
  readonly selected: readonly DeliverySummary[]
  readonly onDone: () => void
}) {
  const [isOpen, setOpen] = useState(false)
  // The selection is empty while the dialog closes.
  const [asked, setAsked] = useState<readonly DeliverySummary[]>([])
  const [results, setResults] = useState<readonly ReplayResult[]>()
  const replaying = useAction(replayDeliveries, {
    onDone: (done) => {
      setResults(done.results)
      setOpen(false)
      onDone()
    },
  })
  const count = selected.length
  const replayedBefore = asked.filter(({ replayedAs }) => replayedAs !== null).length
  const sendable = asked.filter(({ webhookEnabled, webhookDeleted }) => webhookEnabled && !webhookDeleted)
  const unsendable = asked.length - sendable.length
  const send = () =>
    replaying.mutate({
      body: { ids: sendable.map(({ id }) => id), webhookIds: [...new Set(sendable.map(({ webhookId }) => webhookId))] },
    })
  return (
    <>
      {count > 0 && (
        <Allowed endpoint={replayDeliveries}>
          <Button
            size="compact-xs"
            leftSection={<IconRotateClockwise size={14} aria-hidden />}
            onClick={() => {
              setResults(undefined)
              replaying.reset()
              setAsked(selected)
              setOpen(true)
            }}
          >
            Replay {count.toLocaleString('en')} selected
          </Button>
        </Allowed>
      )}
      {results && count === 0 && <Results results={results} onClose={() => setResults(undefined)} />}
      {/* Mounted before it opens, so that it can return the focus. */}
      {(count > 0 || asked.length > 0) && (
        <Suspense>
          <ConfirmDialog
            opened={isOpen}
            onClose={() => setOpen(false)}
            title={`Replay ${deliveriesText(sendable.length)}?`}
            confirm={`Replay ${deliveriesText(sendable.length)}`}
            isEmpty={sendable.length === 0}
            onConfirm={send}
            isPending={replaying.isPending}
            error={replaying.error}
          >
            <Text>Each one is sent again as a new delivery with its own ID. The endpoint receives the same bytes.</Text>
            {replayedBefore > 0 && (
              <Text mt="xs">
                {replayedBefore === 1
                  ? '1 of them was already replayed.'
                  : `${replayedBefore.toLocaleString('en')} of them were already replayed.`}
              </Text>
            )}
            {unsendable > 0 && (
              <Text mt="xs">
                {unsendable === 1
                  ? '1 of them belongs to a disabled or deleted endpoint and will not be sent.'
                  : `${unsendable.toLocaleString('en')} of them belong to a disabled or deleted endpoint and will not be sent.`}
              </Text>
            )}
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  )
}

function Results({ results, onClose }: { readonly results: readonly ReplayResult[]; readonly onClose: () => void }) {
  const replayed = results.filter(({ copyId }) => copyId !== null).length
  const reasons = new Map<NonNullable<ReplayResult['refusal']>, number>()
  for (const { refusal } of results) if (refusal) reasons.set(refusal, (reasons.get(refusal) ?? 0) + 1)
  return (
    <Alert
      role="status"
      p="xs"
      color={reasons.size > 0 ? 'yellow' : 'green'}
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={onClose}
    >
      {`${deliveriesText(replayed)} replayed.`}
      {reasons.size > 0 &&
        ` Not replayed: ${(results.length - replayed).toLocaleString('en')}. ${[...reasons]
          .map(([reason, count]) => `${count.toLocaleString('en')} ${REFUSAL_TEXTS[reason]}`)
          .join(', ')}.`}
    </Alert>
  )
}
