const SAMPLES_PER_SECOND = 48_000
/** Samples of a frame by the two low bits of the configuration, for SILK, Hybrid and CELT (RFC 6716 table 2). */
const FRAME_SAMPLES = {
  silk: [480, 960, 1920, 2880],
  hybrid: [480, 960],
  celt: [120, 240, 480, 960],
} as const
/** A packet has at most 120 ms (RFC 6716 section 3.2.5). */
const MOST_SAMPLES = 5760
/** Sizes and offsets within a page (RFC 3533 section 6). */
const PAGE_HEADER = 27
const FLAGS = 5
const SEGMENT_COUNT = 26
const CONTINUED = 1
const FULL_SEGMENT = 255

/**
 * Returns the length of an Ogg Opus file in seconds, rounded up: that of the sound in its packets. 0 for other files. The
 * positions of its pages are not used, because a customer can write any, and the seconds count against monthly limits.
 */
export function opusSeconds(bytes: Uint8Array): number {
  const [head, ...packets] = packetsOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (!head?.toString('latin1').startsWith('OpusHead')) return 0
  const samples = packets
    .filter((packet) => !packet.toString('latin1', 0, 8).startsWith('OpusTags'))
    .reduce((sum, packet) => sum + samplesOf(packet), 0)
  return Math.ceil(samples / SAMPLES_PER_SECOND)
}

/** The sample rates that Amazon Transcribe accepts for Ogg Opus. */
const [LOWEST_RATE, HIGHEST_RATE] = [8000, SAMPLES_PER_SECOND]
/** The offset of the sample rate in the first packet (RFC 7845 section 5.1). */
const RATE_AT = 12

/** Returns the sample rate of the sound before it was encoded, which the file tells, or else that of Opus. */
export function opusRate(bytes: Uint8Array): number {
  const head = Buffer.from(bytes).indexOf('OpusHead')
  const rate = head < 0 || bytes.length < head + RATE_AT + 4 ? 0 : Buffer.from(bytes).readUInt32LE(head + RATE_AT)
  return rate >= LOWEST_RATE && rate <= HIGHEST_RATE ? rate : SAMPLES_PER_SECOND
}

/** Returns the packets of an Ogg file, each at most its first bytes; those after a damaged page are missing. */
function packetsOf(file: Buffer): Buffer[] {
  const packets: Buffer[] = []
  let isOpen = false
  for (let at = 0; file.toString('latin1', at, at + 4) === 'OggS' && at + PAGE_HEADER <= file.length; ) {
    const segments = file.subarray(at + PAGE_HEADER, at + PAGE_HEADER + (file[at + SEGMENT_COUNT] ?? 0))
    const isContinued = ((file[at + FLAGS] ?? 0) & CONTINUED) !== 0
    let start = at + PAGE_HEADER + segments.length
    // The rest of a packet adds no sound: its first byte says how long it is.
    let isRest = isContinued && isOpen
    for (const [index, size] of segments.entries()) {
      const isFirst = index === 0 || segments[index - 1] !== FULL_SEGMENT
      if (isFirst && !isRest) packets.push(file.subarray(start, start + size))
      isOpen = size === FULL_SEGMENT
      if (!isOpen) isRest = false
      start += size
    }
    at = start
  }
  return packets
}

/** Returns the samples of a packet at 48 kHz, by its first bytes (RFC 6716 sections 3.1 and 3.2). */
function samplesOf(packet: Buffer): number {
  const [contents = 0, counted = 0] = packet
  if (packet.length === 0) return 0
  const frames = [1, 2, 2, counted & 0x3f][contents & 3] ?? 0
  return Math.min(MOST_SAMPLES, frames * frameSamples(contents >> 3))
}

function frameSamples(configuration: number): number {
  if (configuration < 12) return FRAME_SAMPLES.silk[configuration & 3] ?? 0
  if (configuration < 16) return FRAME_SAMPLES.hybrid[configuration & 1] ?? 0
  return FRAME_SAMPLES.celt[configuration & 3] ?? 0
}
