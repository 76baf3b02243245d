import { Alert, Box, Progress, Text } from '@mantine/core'
import { getRedrive, listDeadLetters } from '@messaging/contract/dashboard/operations.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { read } from '../api/read.ts'

const POLL_MS = 2_000
const LAYOUT = { mt: 'md', maw: '30rem' } as const

/** The progress of a running redrive, or the result of the latest one. */
export function RedriveProgress({ queue }: { readonly queue: string }) {
  const input = { params: { queue } }
  const { data } = useQuery({
    ...read(getRedrive, input),
    refetchInterval: ({ state }) => state.data?.status === 'running' && POLL_MS,
  })
  useRefetchWhenDone(queue, data?.status)
  if (!data || data.status === 'none') return null
  const { status, moved, total, failure } = data
  if (status === 'failed')
    return (
      <Alert color="red" {...LAYOUT} title={`Latest redrive failed after ${moved} of ${total}`}>
        {failure}
      </Alert>
    )
  if (status === 'running')
    return (
      <Box {...LAYOUT}>
        <Text size="sm" mb={4} role="status">
          Redriving: {moved} of {total} moved
        </Text>
        <Progress value={total === 0 ? 0 : (moved / total) * 100} aria-label="Redrive" animated />
      </Box>
    )
  return (
    <Text size="sm" c="dimmed" {...LAYOUT} role="status">
      {status === 'done' ? `Latest redrive completed: ${moved} moved.` : `Latest redrive cancelled: ${moved} moved.`}
    </Text>
  )
}

function useRefetchWhenDone(queue: string, status: string | undefined): void {
  const queries = useQueryClient()
  const before = useRef(status)
  useEffect(() => {
    if (before.current === 'running' && status !== 'running')
      void queries.invalidateQueries({ queryKey: read(listDeadLetters, { params: { queue } }).queryKey })
    before.current = status
  }, [queries, queue, status])
}
