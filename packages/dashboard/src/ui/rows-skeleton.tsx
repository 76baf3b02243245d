import { Skeleton, Stack } from '@mantine/core'

const SHOWN = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

export function RowsSkeleton({ rows = 5, height = 40 }: { readonly rows?: number; readonly height?: number }) {
  return (
    <Stack gap="xs">
      {SHOWN.slice(0, rows).map((row) => (
        <Skeleton key={row} height={height} />
      ))}
    </Stack>
  )
}
