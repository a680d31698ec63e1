// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Adds the payloads of a column, which lie at the same place of all ports' stores, keeps the sums
// in the history buffer and repeats them from there (NETREDUCE 4.3, Fig. 4; 4.3.2).
//
// A sum has the order ((0+1)+(2+3))+((4+5)+(6+7)) of ports; a port that is not built is left out,
// one that does not take part is a neutral element. It makes no frames and looks at no header:
// it says whose header is wanted, and who gets the words. A port that is away is not waited for: the
// sum is made, kept and given to the others. A pair of op and type that the lanes do
// not have gives the first operand.
//
// Stages of a job: prepare (sizes of its payloads, 4 cycles), while the words of the job before are
// read; start; read, operands, tree, output.
// Latency: from start_o to the first word 3 + Stages * ceil(log2(Ports)) cycles, at least 6.
// Throughput: one word per cycle, and a cycle between jobs; not less than 5 cycles per job.

`include "nf_assert.svh"

module nf_netreduce_aggregator #(
    parameter int unsigned Ports = 6,      // ports, 2..8
    parameter int unsigned Places = 1024,  // columns of the history buffer, 2..65536
    parameter int unsigned Stages = 2,     // registers of a level of the tree, 1..6
    parameter bit          Halves = 1'b1   // the types of 16-bit elements, F16 and BF16, too
) (
    input  logic                 clk_i,
    input  logic                 rst_ni,
    // jobs
    input  logic                 job_valid_i,
    output logic                 job_ready_o,
    input  nf_netreduce_pkg::job_t job_i,
    input  logic                 job_alone_i,    // it is an announcement: its words are the
                                                 // NetReduce header, if it is the first packet, and
                                                 // nothing else
    input  logic [         23:0] msn_i,          // of a job REPLY, looked at when it starts:
                                                 // messages that have come
    // combiners: looked at one cycle before start_o
    input  logic [    Ports-1:0] ready_i,        // bit p: the combiner of port p has room for one
                                                 // more frame
    input  logic [    Ports-1:0] away_i,         // bit p: port p is not waited for, and gets
                                                 // nothing
    // waiting
    output logic [    Ports-1:0] wait_o,  // bit p: a job waited for port p in the cycle before
    output logic [          3:0] wait_ring_o,    // whose ring's job it is
    // sizes of payloads at a place: all ports are asked
    output logic                 size_re_o,
    output logic [         15:0] size_place_o,
    input  logic [ Ports*16-1:0] size_i,         // one cycle after size_re_o: bytes, a multiple of
                                                 // 4, up to 1024; of ports that take part
    // a job starts: one pulse
    output logic [    Ports-1:0] start_o,        // bit p: the combiner of port p reserves a frame,
                                                 // and reads its header
    output logic [    Ports-1:0] skipped_o,      // bit p, with start: it would have got one, but
                                                 // was away
    output logic [         15:0] start_place_o,  // with it, as those below: where the header is
    output logic [          1:0] start_mode_o,   // nf_netreduce_pkg::MODE_*
    output logic [          6:0] start_mark_o,   // the job's mark
    output logic [         10:0] start_size_o,   // bytes of the new payload
    // words of the payloads
    output logic [    Ports-1:0] word_re_o,      // bit p: of port p
    output logic [         15:0] word_place_o,
    output logic [          3:0] word_index_o,
    input  logic [Ports*512-1:0] word_i,         // one cycle later
    // the last word of a packet's job is read; not of a REPLY, which no packet led to
    output logic                 ended_valid_o,  // the last word of a job is read
    output nf_netreduce_pkg::window_slot_t ended_slot_o,  // its slot, as in the record
    // sums
    output logic                 out_valid_o,
    output logic                 out_last_o,     // zero unless valid
    output logic [        511:0] out_word_o,     // a word of the sum; holds after the last one
    output logic [    Ports-1:0] out_ports_o,    // who gets it; zero unless valid
    // with the last word of a sum that is kept
    output logic                 done_o,         // one cycle
    output logic                 uneven_o,       // with done: the members' sizes differ
    output nf_netreduce_pkg::flags_t flags_o     // with done: of all elements
);

  `NF_PARAM(AggregatorPortsInRange, Ports >= 2 && Ports <= nf_netreduce_pkg::MAX_PORTS)
  `NF_PARAM(AggregatorStagesInRange, Stages >= 1 && Stages <= 6)

  localparam int unsigned Lanes = nf_netreduce_pkg::WORD_BITS / 32;
  localparam int unsigned HeadLanes = nf_netreduce_pkg::NR_BYTES / 4;
  localparam int unsigned Levels = $clog2(Ports);
  localparam int unsigned Lag = Levels * Stages;  // of the tree
  // Further registers behind a short tree: a header has to be at the combiner before its words.
  localparam int unsigned Pads = Lag < 3 ? 3 - Lag : 0;
  localparam int unsigned LenBits = 9;  // lanes of a payload, 0..256

  // ------------------------------------------------------------------------------ prepare
  // One job: read the sizes (0), they are here (1), the largest (2), ready to start (3).
  logic [3:0] step_q;
  logic s_active_q;  // words are being read
  logic go, writing, p_alone_q, p_history, p_reply, p_uneven, p_uneven_q;
  nf_netreduce_pkg::job_t job_q;
  logic [Ports-1:0] p_use, p_deliver, p_largest, lacks, lacks_q;
  logic [Ports*LenBits-1:0] p_len_q;  // of the ports that take part; zero of others
  logic [LenBits-1:0] p_most, p_most_q;
  logic [10:0] history_size;

  assign job_ready_o = step_q == '0;
  assign p_history = !p_alone_q && job_q.kind == nf_netreduce_pkg::JOB_HISTORY;
  assign p_reply = !p_alone_q && job_q.kind == nf_netreduce_pkg::JOB_REPLY;
  // What is repeated goes the way of port 0, and so does a reply's word.
  assign p_use = (p_history || p_reply) ? Ports'(1) : job_q.read[Ports-1:0];
  assign p_deliver = job_q.deliver[Ports-1:0];
  // The history is read when all that is to be written in it has been.
  assign size_re_o = step_q[0] && !(p_history && writing);
  assign size_place_o = job_q.place;
  assign lacks = (step_q[3] && !s_active_q) ? p_deliver & ~ready_i & ~away_i : '0;
  assign go = step_q[3] && !s_active_q && lacks == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) lacks_q <= '0;
    else lacks_q <= lacks;
  end
  assign wait_o = lacks_q;
  assign wait_ring_o = job_q.slot.ring;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) step_q <= '0;
    else if (step_q == '0) step_q <= {3'd0, job_valid_i};
    else if (step_q[0]) step_q <= {2'd0, size_re_o, !size_re_o};
    else if (!step_q[3] || go) step_q <= step_q << 1;
  end
  always_ff @(posedge clk_i) begin
    if (job_valid_i && job_ready_o) begin
      job_q <= job_i;
      p_alone_q <= job_alone_i;
    end
  end

  for (genvar p = 0; p < Ports; p++) begin : gen_len
    logic [LenBits-1:0] len;
    assign len = p_alone_q ?
        (job_q.first ? LenBits'(HeadLanes) : '0) :
        p_reply ? LenBits'(nf_netreduce_pkg::AETH_BYTES / 4) :
        (p == 0 && p_history) ? history_size[10:2] : size_i[p*16+2+:LenBits];
    always_ff @(posedge clk_i) begin
      if (step_q[1]) p_len_q[p*LenBits+:LenBits] <= len & {LenBits{p_use[p]}};
    end
  end

  // All pairs at once: the largest is what no other one exceeds.
  always_comb begin
    p_largest = '1;
    for (int p = 0; p < Ports; p++) begin
      for (int q = 0; q < Ports; q++) begin
        if (p_len_q[q*LenBits+:LenBits] > p_len_q[p*LenBits+:LenBits]) p_largest[p] = 1'b0;
      end
    end
    p_most = '0;
    p_uneven = 1'b0;
    for (int p = 0; p < Ports; p++) begin
      p_most = p_most | (p_len_q[p*LenBits+:LenBits] & {LenBits{p_largest[p]}});
      if (p_use[p] && !p_largest[p]) p_uneven = 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (step_q[2]) begin
      p_most_q <= p_most;
      p_uneven_q <= p_uneven;
    end
  end

  // ------------------------------------------------------------------------------ read
  // The job whose words are read.
  typedef struct packed {
    logic               history;  // the history is read, and no store
    logic               reply;    // nothing is read
    logic [23:0]        msn;      // of a reply
    logic               keep;     // the sum is kept
    logic               first;    // a NetReduce header comes first
    logic               uneven;   // the members' sizes differ
    logic [Ports-1:0]   use_;     // ports whose words are read
    logic [Ports-1:0]   deliver;  // and who gets the sum
    logic [1:0]         mode;
    logic [6:0]         mark;
    logic [3:0]         dtype;
    logic [15:0]        place;
    logic [6:0]         slot;
    logic [3:0]         last;     // index of its last word
    logic [LenBits-1:0] most;     // lanes of the longest payload
  } run_t;
  run_t p_run, s_q;
  logic s_last;
  logic [Ports-1:0] start_q, skipped_q;
  logic [3:0] s_index_q;
  logic [Ports*LenBits-1:0] s_len_q;

  assign s_last = s_index_q == s_q.last;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      s_active_q <= 1'b0;
      s_index_q <= '0;
      start_q <= '0;
      skipped_q <= '0;
    end else begin
      start_q <= go ? p_deliver & ~away_i : '0;
      skipped_q <= go ? p_deliver & away_i : '0;
      if (go) begin
        s_active_q <= 1'b1;
        s_index_q <= '0;
      end else if (s_active_q) begin
        s_active_q <= !s_last;
        if (!s_last) s_index_q <= s_index_q + 1'b1;
      end
    end
  end
  assign p_run.history = p_history;
  assign p_run.reply = p_reply;
  assign p_run.msn = msn_i;
  assign p_run.keep = !p_alone_q && job_q.keep && job_q.kind == nf_netreduce_pkg::JOB_SUM;
  assign p_run.first = job_q.first;
  assign p_run.uneven = p_uneven_q;
  assign p_run.use_ = p_use;
  assign p_run.deliver = p_deliver & ~away_i;
  assign p_run.mode = job_q.mode;
  assign p_run.mark = job_q.mark;
  // What passes alone, as it is, goes through the integers.
  assign p_run.dtype = (p_history || p_reply || p_alone_q) ? nf_pkg::DTYPE_U32 : job_q.dtype;
  assign p_run.place = job_q.place;
  assign p_run.slot = job_q.slot;
  // There is one word at least.
  assign p_run.last = p_most_q == '0 ? '0 : 4'((p_most_q - 1'b1) >> 4);
  assign p_run.most = p_most_q;
  always_ff @(posedge clk_i) begin
    if (go) begin
      s_q <= p_run;
      s_len_q <= p_len_q;
    end
  end
  assign start_o = start_q;
  assign skipped_o = skipped_q;
  assign start_place_o = s_q.place;
  assign start_mode_o = s_q.mode;
  assign start_mark_o = s_q.mark;
  assign start_size_o = {s_q.most, 2'b00};
  assign word_re_o = s_q.use_ & {Ports{s_active_q && !s_q.history && !s_q.reply}};
  assign word_place_o = s_q.place;
  assign word_index_o = s_index_q;
  assign ended_valid_o = s_active_q && s_last && !s_q.reply;
  assign ended_slot_o = s_q.slot;

  // ------------------------------------------------------------------------------ operands
  // While a word is read: which of its lanes count, port by port; the NetReduce header, three lanes
  // of a message's first word, is taken from the lowest port alone, as an integer.
  typedef struct packed {
    logic [15:0]        place;
    logic [3:0]         index;
    logic [LenBits-1:0] len;
  } where_t;  // of a sum's word in the history buffer
  typedef struct packed {
    logic [3:0]       dtype;
    logic             head;     // the NetReduce header is in it
    logic             last;
    logic             uneven;
    logic [Ports-1:0] deliver;
    logic [Lanes-1:0] mask;     // lanes that count
    where_t           where;
  } word_t;  // what goes along with a word
  logic b_valid_q, b_keep_q, b_history_q, b_reply_q, head;
  logic [31:0] b_aeth_q;  // as on the wire
  logic [1:0] b_neutral_q;  // bits 31 and 15 of the neutral element
  logic [Ports-1:0] lowest;
  logic [Ports*Lanes-1:0] mask, b_mask_q;
  word_t s_word, b_q, along, at_root;  // along: of each level, in a loop
  localparam int unsigned AlongBits = $bits(s_word);
  logic [511:0] history_word;

  assign head = s_q.first && s_index_q == '0;
  assign lowest = s_q.use_ & (~s_q.use_ + 1'b1);

  // Lanes of a word that a payload has.
  function automatic logic [Lanes-1:0] lanes(input logic [LenBits-1:0] len,
                                             input logic [3:0] index);
    lanes = {1'b0, index} < len[8:4] ? '1 :
        {1'b0, index} == len[8:4] ? ~({Lanes{1'b1}} << len[3:0]) : '0;
  endfunction

  for (genvar p = 0; p < Ports; p++) begin : gen_mask
    assign mask[p*Lanes+:Lanes] = lanes(s_len_q[p*LenBits+:LenBits], s_index_q) &
        {{Lanes - HeadLanes{1'b1}}, {HeadLanes{!head || lowest[p]}}};
  end
  always_comb begin
    s_word.dtype = s_q.dtype;
    s_word.head = head;
    s_word.last = s_last;
    s_word.uneven = s_q.uneven;
    s_word.deliver = s_q.deliver;
    s_word.mask = lanes(s_q.most, s_index_q);
    s_word.where.place = s_q.place;
    s_word.where.index = s_index_q;
    s_word.where.len = s_q.most;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      b_valid_q <= 1'b0;
      b_keep_q <= 1'b0;
    end else begin
      b_valid_q <= s_active_q;
      b_keep_q <= s_active_q && s_q.keep;
    end
  end
  always_ff @(posedge clk_i) begin
    b_history_q <= s_q.history;
    b_reply_q <= s_q.reply;
    b_aeth_q <= {s_q.msn[7:0], s_q.msn[15:8], s_q.msn[23:16], 8'(nf_netreduce_pkg::NAK_SEQUENCE)};
    b_mask_q <= mask;
    // -0: whatever is added to it, +0 too, stays as it is.
    b_neutral_q[1] <= s_q.dtype == nf_pkg::DTYPE_F32 || s_q.dtype == nf_pkg::DTYPE_F16 ||
        s_q.dtype == nf_pkg::DTYPE_BF16;
    b_neutral_q[0] <= s_q.dtype == nf_pkg::DTYPE_F16 || s_q.dtype == nf_pkg::DTYPE_BF16;
    b_q <= s_word;
  end

  // ------------------------------------------------------------------------------ tree
  // A vector holds all levels of an element, the operands first. What comes with a word goes along.
  localparam int unsigned Width1 = (Ports + 1) / 2, Width2 = (Ports + 3) / 4;  // of levels 1 and 2
  localparam int unsigned MaxWidth = 4;
  localparam int unsigned Results = Levels * MaxWidth * Lanes;
  localparam int unsigned Root = Levels == 1 ? Ports : Levels == 2 ? Ports + Width1 :
      Ports + Width1 + Width2;

  logic [Lag:0] valid_q, keep_q;
  logic [(Lag+1)*AlongBits-1:0] along_q;
  // Types of the levels, and of those of their lanes that may be the header's.
  logic [Levels*4-1:0] level_dtype, level_head_dtype, dtype_q, head_dtype_q;
  logic [Levels*4-1:0] level_flags, sum_flags;
  logic [Results-1:0] in_step, refused;
  logic [Results*4-1:0] flags;
  logic [511:0] sum;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
      keep_q <= '0;
    end else begin
      valid_q <= {valid_q[Lag-1:0], b_valid_q};
      keep_q <= {keep_q[Lag-1:0], b_keep_q};
    end
  end
  always_ff @(posedge clk_i) along_q <= {along_q[Lag*AlongBits-1:0], b_q};

  // What a level adds is made out a register ahead of its words: the lanes decode it, which is where
  // their longest path begins.
  logic [(Lag+2)*AlongBits-1:0] ahead;
  assign ahead = {along_q, b_q};
  always_comb begin
    for (int l = 0; l < Levels; l++) begin
      along = ahead[l*Stages*AlongBits+:AlongBits];
      level_dtype[l*4+:4] = along.dtype;
      level_head_dtype[l*4+:4] = along.head ? nf_pkg::DTYPE_U32 : along.dtype;
    end
  end
  always_ff @(posedge clk_i) begin
    dtype_q <= level_dtype;
    head_dtype_q <= level_head_dtype;
  end

  for (genvar e = 0; e < Lanes; e++) begin : gen_element
    logic [(Root+1)*32-1:0] value;

    for (genvar p = 0; p < Ports; p++) begin : gen_operand
      logic [31:0] read, neutral, operand_q;
      assign read = (p == 0 && e == 0 && b_reply_q) ? b_aeth_q :
          (p == 0 && b_history_q) ? history_word[e*32+:32] : word_i[p*512+e*32+:32];
      // Where the header is, the other ports' operand is the integers' neutral element.
      assign neutral = {b_neutral_q[1], 15'd0, b_neutral_q[0], 15'd0} &
          {32{e >= HeadLanes || !b_q.head}};
      always_ff @(posedge clk_i) begin
        if (b_valid_q) operand_q <= b_mask_q[p*Lanes+e] ? read : neutral;
      end
      assign value[p*32+:32] = operand_q;
    end

    for (genvar l = 0; l < Levels; l++) begin : gen_level
      localparam int unsigned Width = l == 0 ? Ports : l == 1 ? Width1 : Width2;
      localparam int unsigned From = l == 0 ? 0 : l == 1 ? Ports : Ports + Width1;
      localparam int unsigned To = From + Width;
      for (genvar n = 0; n < MaxWidth; n++) begin : gen_node
        localparam int unsigned At = (l * MaxWidth + n) * Lanes + e;
        if (2 * n + 1 < Width) begin : gen_add
          logic valid;
          assign in_step[At] = valid == valid_q[(l+1)*Stages];
          nf_alu_lane #(
              .Stages(Stages),
              .Halves(Halves)
          ) u_alu (
              .clk_i        (clk_i),
              .rst_ni       (rst_ni),
              .en_i         (1'b1),
              .valid_i      (valid_q[l*Stages]),
              .red_op_i     (nf_pkg::RED_OP_ADD),
              .dtype_i      (e < HeadLanes ? head_dtype_q[l*4+:4] : dtype_q[l*4+:4]),
              .a_i          (value[(From+2*n)*32+:32]),
              .b_i          (value[(From+2*n+1)*32+:32]),
              .valid_o      (valid),
              .result_o     (value[(To+n)*32+:32]),
              .flags_o      (flags[At*4+:4]),
              .unsupported_o(refused[At])
          );
        end else begin : gen_pass
          if (2 * n < Width) begin : gen_wait
            logic [Stages*32-1:0] wait_q;
            always_ff @(posedge clk_i) begin
              wait_q <= (Stages * 32)'({wait_q, value[(From+2*n)*32+:32]});
            end
            assign value[(To+n)*32+:32] = wait_q[Stages*32-1-:32];
          end
          assign in_step[At] = 1'b1;
          assign flags[At*4+:4] = '0;
          assign refused[At] = 1'b0;
        end
      end
    end
    assign sum[e*32+:32] = value[Root*32+:32];
  end

  logic unused_refusals, unused_fields;
  assign unused_refusals = ^refused;
  assign unused_fields = ^{job_q, history_size, b_q, along, at_root};

  // The flags of a level, of all elements, join those of the levels before when the word is there.
  for (genvar l = 0; l < Levels; l++) begin : gen_flags
    always_comb begin
      level_flags[l*4+:4] = '0;
      for (int i = 0; i < MaxWidth * Lanes; i++) begin
        level_flags[l*4+:4] |= flags[(l*MaxWidth*Lanes+i)*4+:4];
      end
    end
    if (l == 0) begin : gen_begin
      assign sum_flags[3:0] = level_flags[3:0];
    end else begin : gen_join
      logic [Stages*4-1:0] wait_q;
      always_ff @(posedge clk_i) wait_q <= (Stages * 4)'({wait_q, sum_flags[(l-1)*4+:4]});
      assign sum_flags[l*4+:4] = wait_q[Stages*4-1-:4] | level_flags[l*4+:4];
    end
  end

  // ------------------------------------------------------------------------------ output
  typedef struct packed {
    logic             valid;
    logic             keep;
    logic             last;
    logic             uneven;
    logic [3:0]       flags;   // nf_pkg::FLAG_*
    logic [Ports-1:0] ports;
  } sign_t;  // what is said of a word
  logic done;
  logic [3:0] so_far, so_far_q;  // flags of the column
  sign_t root_sign, out, padded;  // padded: of each register, in a loop
  where_t out_where;
  localparam int unsigned SignBits = $bits(out);
  localparam int unsigned WhereBits = $bits(out_where);
  localparam int unsigned AllSignBits = (Pads + 1) * SignBits;
  localparam int unsigned AllWhereBits = (Pads + 1) * WhereBits;
  logic [AllSignBits-1:0] sign_q;
  logic [AllWhereBits-1:0] where_q;
  logic [(Pads+1)*512-1:0] word_q;
  logic [Pads:0] kept, padded_valid;

  assign at_root = along_q[Lag*AlongBits+:AlongBits];
  assign so_far = sum_flags[Lag/Stages*4-1-:4] | (at_root.where.index == '0 ? '0 : so_far_q);
  assign done = keep_q[Lag] && at_root.last;

  always_ff @(posedge clk_i) begin
    if (valid_q[Lag]) so_far_q <= so_far;
  end
  assign root_sign.valid = valid_q[Lag];
  assign root_sign.keep = keep_q[Lag];
  assign root_sign.last = valid_q[Lag] && at_root.last;
  assign root_sign.uneven = done && at_root.uneven;
  assign root_sign.flags = so_far & {4{done}};
  assign root_sign.ports = at_root.deliver & {Ports{valid_q[Lag]}};
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) sign_q <= '0;
    else sign_q <= AllSignBits'({sign_q, root_sign});
  end
  always_ff @(posedge clk_i) where_q <= AllWhereBits'({where_q, at_root.where});

  for (genvar e = 0; e < Lanes; e++) begin : gen_out
    always_ff @(posedge clk_i) begin
      if (valid_q[Lag]) word_q[e*32+:32] <= at_root.mask[e] ? sum[e*32+:32] : '0;
    end
  end
  always_comb begin
    for (int k = 0; k <= Pads; k++) begin
      padded = sign_q[k*SignBits+:SignBits];
      kept[k] = padded.keep;
      padded_valid[k] = padded.valid;
    end
  end
  for (genvar k = 1; k <= Pads; k++) begin : gen_pad
    always_ff @(posedge clk_i) begin
      if (padded_valid[k-1]) word_q[k*512+:512] <= word_q[(k-1)*512+:512];
    end
  end

  assign out = sign_q[Pads*SignBits+:SignBits];
  assign out_where = where_q[Pads*WhereBits+:WhereBits];
  assign out_valid_o = out.valid;
  assign out_last_o = out.last;
  assign uneven_o = out.uneven;
  assign flags_o = out.flags;
  assign out_ports_o = out.ports;
  assign out_word_o = word_q[Pads*512+:512];
  assign done_o = out.keep && out_last_o;

  logic unused_padded;
  assign unused_padded = ^{padded, padded_valid};

  // ------------------------------------------------------------------------------ history
  assign writing = (s_active_q && s_q.keep) || b_keep_q || keep_q != '0 || kept != '0;

  nf_netreduce_history #(
      .Places(Places)
  ) u_history (
      .clk_i       (clk_i),
      .rst_ni      (rst_ni),
      .place_i     (out_where.place),
      .size_we_i   (done_o),
      .size_i      ({out_where.len, 2'b00}),
      .word_we_i   (out.keep),
      .index_i     (out_where.index),
      .word_i      (out_word_o),
      .size_re_i   (size_re_o && p_history),
      .size_place_i(size_place_o),
      .size_o      (history_size),
      .word_re_i   (s_active_q && s_q.history),
      .word_place_i(s_q.place),
      .word_index_i(s_index_q),
      .word_o      (history_word)
  );

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  localparam int unsigned Latency = 3 + Lag + Pads;
  logic [Latency:0] starts_q;  // a job started one cycle ago, and so on
  logic [Ports-1:0] ready_q, away_was_q, sizes_fit;
  logic after_last_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      starts_q <= '0;
      after_last_q <= 1'b0;
    end else begin
      starts_q <= {starts_q[Latency-1:0], go};
      after_last_q <= out_valid_o && out_last_o;
    end
  end
  always_ff @(posedge clk_i) begin
    ready_q <= ready_i;
    away_was_q <= away_i;
  end
  for (genvar p = 0; p < Ports; p++) begin : gen_fit
    assign sizes_fit[p] = !p_use[p] || p_history || p_reply || p_alone_q ||
        (size_i[p*16+:16] <= 16'(nf_netreduce_pkg::MAX_PAYLOAD) && size_i[p*16+:2] == '0);
  end

  // A payload has up to 1024 bytes, in fours. A reply has none in the store.
  `NF_ASSERT(AggregatorSizesFit, !step_q[1] || sizes_fit == '1)
  // A job starts where there is room for its frame.
  `NF_ASSERT(AggregatorStartsWithRoom, (start_o & ~ready_q) == '0)
  // What a port does not get is counted as skipped.
  `NF_ASSERT(AggregatorSkipsAway, (start_o & skipped_o) == '0 && (skipped_o & ~away_was_q) == '0)
  // The first word comes a fixed time after the start.
  `NF_ASSERT(AggregatorOnTime, starts_q[Latency] == (out_valid_o && out_where.index == '0))
  // There is a cycle between the words of two jobs.
  `NF_ASSERT(AggregatorLeavesACycle, !after_last_q || !out_valid_o)
  // All adders are in step with what goes along.
  `NF_ASSERT(AggregatorTreeInStep, in_step == '1)
  // The history is not read while a sum on its way changes it.
  `NF_ASSERT(AggregatorHistorySettled, !(s_active_q && s_q.history && writing))
  // A sum raised a flag.
  `NF_COVER(AggregatorRaises, done_o && flags_o != '0)
  // The next job is prepared while words are read.
  `NF_COVER(AggregatorOverlaps, s_active_q && !s_last && step_q[3])
  // A repetition waits for the history.
  `NF_COVER(AggregatorWaitsForHistory, step_q[0] && !size_re_o)
`endif

endmodule
