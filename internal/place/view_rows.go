package place

import "consider/internal/thread"

func (c *codec) row(r *thread.Row) {
	chars(c, &r.ID)
	chars(c, &r.Blob)
	chars(c, &r.Target)
	chars(c, &r.Shape)
	word(c, &r.File)
	chars(c, &r.Side)
	number(c, &r.Start)
	number(c, &r.End)
	word(c, &r.Base.Commit)
	chars(c, &r.Base.From)
	word(c, &r.Base.Blob)
	c.flag(&r.Manual)
	c.flag(&r.Gone)
	list(c, &r.Quote, chars)
	list(c, &r.Labels, chars)
	word(c, &r.Branch)
	chars(c, &r.Workflow)
	chars(c, &r.Proposed)
	chars(c, &r.Author)
	word(c, &r.AuthorName)
	c.time(&r.CreatedAt)
	chars(c, &r.Body)
	number(c, &r.Replies)
	maybe(c, &r.Last, (*codec).lastReply)
	number(c, &r.LastHuman)
	number(c, &r.Humans)
	chars(c, &r.LastAgent)
	list(c, &r.Seen, (*codec).seen)
	c.flag(&r.Approval)
	chars(c, &r.Imported)
	maybe(c, &r.Response, (*codec).responseRef)
	maybe(c, &r.Question, (*codec).question)
	maybe(c, &r.Receipt, (*codec).receipt)
}

func (c *codec) seen(s *thread.SeenEntry) {
	word(c, &s.Agent)
	number(c, &s.Entry)
	number(c, &s.Left)
}

func (c *codec) receipt(r *thread.Receipt) {
	chars(c, &r.State)
	chars(c, &r.By)
	c.time(&r.At)
}

func (c *codec) question(q *thread.Question) {
	chars(c, &q.Reply)
	list(c, &q.Choices, chars)
	chars(c, &q.AuthorName)
	c.time(&q.At)
	chars(c, &q.Body)
	chars(c, &q.Version)
}

func (c *codec) responseRef(r *thread.ResponseRef) {
	chars(c, &r.ID)
	chars(c, &r.Agent)
	chars(c, &r.Mark)
	maybe(c, &r.Plan, (*codec).planRef)
}

func (c *codec) planRef(r *thread.PlanRef) {
	chars(c, &r.ID)
	number(c, &r.Version)
	number(c, &r.StartLine)
	number(c, &r.EndLine)
}

func (c *codec) lastReply(r *thread.LastReply) {
	chars(c, &r.ID)
	chars(c, &r.Author)
	chars(c, &r.AuthorName)
	c.time(&r.CreatedAt)
	chars(c, &r.Outcome)
	chars(c, &r.Choice)
	c.flag(&r.Unchanged)
}

func (c *codec) damage(d *thread.Damage) {
	chars(c, &d.Path)
	chars(c, &d.Problem)
	chars(c, &d.Hint)
	c.flag(&d.Newer)
}

func (c *codec) file(f *fileState) {
	number(c, &f.Info.Size)
	number(c, &f.Info.MTimeNS)
	number(c, &f.Info.CTimeNS)
	number(c, &f.Info.Inode)
	number(c, &f.Info.Mode)
	word(c, &f.Commit)
	word(c, &f.Blob)
}
