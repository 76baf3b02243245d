import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertCircle, IconRefresh } from '@tabler/icons-react'
import { ApiError } from '../api/api-error.ts'
import { CopyId } from './copy-id.tsx'

/** An error with the service's message, code and request id, and a retry button unless the object does not exist. */
export function ErrorState({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const known = error instanceof ApiError ? error : undefined
  return (
    <Alert
      color="red"
      icon={<IconAlertCircle aria-hidden />}
      role="alert"
      title={known?.message ?? 'Something went wrong on this page'}
    >
      <Stack gap="xs" align="flex-start">
        {known && (
          <Group gap="xs">
            <Text size="sm">
              Code <code>{known.code}</code>
            </Text>
            {known.requestId && (
              <Text size="sm" component="span">
                Request <CopyId id={known.requestId} label="request id" />
              </Text>
            )}
          </Group>
        )}
        {onRetry && known?.code !== 'not_found' && (
          <Button size="xs" variant="default" leftSection={<IconRefresh size={14} aria-hidden />} onClick={onRetry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
