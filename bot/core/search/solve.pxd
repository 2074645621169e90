# For Cython, with the directive annotation_typing=False: the search on C ints. The answers and the nodes stay the same.
cimport cython

cdef unsigned int _PACK, _JACKS, _AUGEN_CHAIN, _TRICK_CHAIN
cdef int _KEYS
cdef int _PLACE[37]

@cython.locals(near=cython.uint, jacks=cython.uint, _=int)
cpdef unsigned int lowest_of_equals(unsigned int cards, unsigned int gone)

@cython.locals(near=cython.uint, jacks=cython.uint, _=int)
cpdef unsigned int lowest_of_equals_in_tricks(unsigned int cards, unsigned int gone)

cdef class Search:
    cdef public list start
    cdef unsigned int hands[4]
    cdef unsigned int layers[3072]
    cdef unsigned int beats[32]
    cdef int strength[32]
    cdef int weights[32]
    cdef int after[4]
    cdef int codes[256]
    cdef long long keys[528]
    cdef dict bounds
    cdef int top
    cdef public int pair, prize, first, players, leader, left
    cdef public bint every
    cdef public long long nodes, most_nodes
    cdef list trick

    @cython.locals(live=cython.uint, led=int, best=int, seat=int, taker=int, points=int, card=int, players=int)
    cpdef int value(self, int need, int first) except? -5

    @cython.locals(prize=int, jacks=cython.uint, keys=cython.p_longlong, key=cython.longlong, entry=cython.longlong, lower=int, upper=int,
                   hint=int, value=int)
    cdef int lead(self, int leader, unsigned int live, int left, int need) except? -5

    @cython.locals(hands=cython.p_uint, beats=cython.p_uint, layers=cython.p_uint, weights=cython.p_int, codes=cython.p_int,
                   hand=cython.uint, hint=int, first=int, row=int, gone=cython.uint, place=int, end=int, i=int, ours=bint, found=int,
                   after=int, card=int, worth=int, value=int, new_best=int, new_taker=int, now=cython.uint)
    cdef int play(self, int seat, int players, int led, int best, int taker, int points, unsigned int live, int left, int need, unsigned int cards) except? -5

    @cython.locals(hands=cython.p_uint, beats=cython.p_uint, layers=cython.p_uint, weights=cython.p_int, codes=cython.p_int,
                   place=int, end=int, i=int, code=int, bit=cython.uint, card=int, top=int, mine=bint, row=int, threat=cython.uint,
                   aid=cython.uint, later=int, held=cython.uint, score=int, _=int)
    cdef int order(self, int seat, int players, int led, int best, int taker, unsigned int cards, int hint) except? -5
