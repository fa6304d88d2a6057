def scramble(bits):
    """64 bits that look random, and depend on the number alone."""
    mask = 2**64 - 1
    bits &= mask
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9 & mask
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB & mask
    return bits ^ (bits >> 31)
