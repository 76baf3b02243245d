import { Box, VisuallyHidden } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isTransient } from '../api/api-error.ts'
import { ErrorState } from './error-state.tsx'
import { RowsSkeleton } from './rows-skeleton.tsx'

/**
 * Shows a query's data, a skeleton while it loads, or its error. Keeps the previous data if a refetch fails. A bar above
 * the page says that the service does not respond.
 */
export function Loaded<T>({
  query,
  skeleton = <RowsSkeleton />,
  children,
}: {
  readonly query: UseQueryResult<T>
  readonly skeleton?: ReactNode
  readonly children: (data: T) => ReactNode
}) {
  const retry = () => void query.refetch()
  if (query.data !== undefined)
    return (
      <>
        {query.isError && !isTransient(query.error) && (
          <Box mb="md">
            <ErrorState error={query.error} onRetry={retry} />
          </Box>
        )}
        {children(query.data)}
      </>
    )
  if (query.isError) return <ErrorState error={query.error} onRetry={retry} />
  return (
    <div aria-busy="true">
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      {skeleton}
    </div>
  )
}
