import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertCircle, IconRefresh } from '@tabler/icons-react'
import { ApiError } from '../api/api-error.ts'
import { CopyId } from './copy-id.tsx'
import { words } from './words.ts'

/** An error with the service's message, code and request id, and a retry button unless the object does not exist. */
export function ErrorState({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const known = error instanceof ApiError ? error : undefined
  return (
    <Alert color="red" icon={<IconAlertCircle aria-hidden />} role="alert" title={known?.message ?? words.error.page}>
      <Stack gap="xs" align="flex-start">
        {known && (
          <Group gap="xs">
            <Text size="sm">
              {words.error.code} <code>{known.code}</code>
            </Text>
            {known.requestId && (
              <Text size="sm" component="span">
                {words.error.request} <CopyId id={known.requestId} label={words.error.requestId} />
              </Text>
            )}
          </Group>
        )}
        {onRetry && known?.code !== 'not_found' && (
          <Button size="xs" variant="default" leftSection={<IconRefresh size={14} aria-hidden />} onClick={onRetry}>
            {words.error.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
