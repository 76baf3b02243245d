import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { cancelReplay } from '@messaging/contract/dashboard/replays.ts'
import type { Replay } from '@messaging/contract/replays.ts'
import { IconPlayerStop } from '@tabler/icons-react'
import { useAction } from '../api/use-action.ts'
import { Allowed } from '../ui/allowed.tsx'
import { Panel } from '../ui/panel.tsx'
import { tell, tellError } from '../ui/tell.ts'
import { When } from '../ui/when.tsx'
import { words } from './words.ts'

const { running } = words

/** The progress of a running replay, with a stop button. */
export function RunningReplay({
  replay: { id, webhookId, replayed, total, startedAt, since },
}: {
  readonly replay: Replay
}) {
  const cancelling = useAction(cancelReplay, {
    onDone: () => tell(running.stopped),
  })
  const percent = total === 0 ? 100 : Math.min(100, (replayed / total) * 100)
  return (
    <Panel title={running.title}>
      <Stack gap="sm">
        <Progress value={percent} aria-label={running.progress} />
        <Group justify="space-between" gap="xs">
          <Text size="sm" role="status">
            {running.of(replayed, total)}
          </Text>
          <Text size="sm" c="dimmed" component="div">
            {running.since} <When at={since} />
            {running.started} <When at={startedAt} />
          </Text>
        </Group>
        <div>
          <Allowed endpoint={cancelReplay}>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlayerStop size={14} aria-hidden />}
              loading={cancelling.isPending}
              onClick={() => cancelling.mutate({ params: { id: webhookId, replayId: id } }, { onError: tellError })}
            >
              {running.stop}
            </Button>
          </Allowed>
        </div>
      </Stack>
    </Panel>
  )
}
