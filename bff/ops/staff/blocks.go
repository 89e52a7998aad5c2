package staff

import (
	"context"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

// Blocks are the players that are refused in front of any platform.
type Blocks interface {
	// Find returns the block in force of a subject.
	Find(s bff.BlockSubject) (b bff.Block, ok bool)
	// Set blocks a subject. The block is durable on return.
	Set(ctx context.Context, s bff.BlockSubject, b bff.Block) error
	// Lift lifts the block of a subject, which may have none.
	Lift(ctx context.Context, s bff.BlockSubject) error
}

// byUsername is the value of ?by for a path that names a user instead of a player's id.
const byUsername = "username"

// maxBlockReason is the maximum length of the reason of a block in characters.
const maxBlockReason = 500

// blockSubject returns whom a request concerns.
func (s *server) blockSubject(c *gin.Context, v *visit) (subject bff.BlockSubject, err error) {
	b, id := s.brand(c.Param("brand")), c.Param("uid")
	if b == nil || id == "" || !utf8.ValidString(id) || utf8.RuneCountInString(id) > maxUID {
		return subject, ReasonNotFound
	}
	subject = bff.BlockSubject{Brand: b.ID, World: worldOf(v, b)}
	switch by := c.Query("by"); by {
	case "", "uid":
		subject.UID = id
	case byUsername:
		subject.Username = id
	default:
		return subject, fault("by", "other")
	}
	return subject, nil
}

// block blocks a player, or those with a user name, and ends their sessions.
func (s *server) block(c *gin.Context, v *visit) error {
	subject, err := s.blockSubject(c, v)
	if err != nil {
		return err
	}
	b := bff.Block{By: v.account.Name, At: s.Clock().UTC()}
	if err := decodeBody(c, map[string]any{"reason": &b.Reason, "until": &b.Until}); err != nil {
		return err
	}
	b.Reason = strings.TrimSpace(b.Reason)
	switch {
	case b.Reason == "":
		return fault("reason", "required")
	case utf8.RuneCountInString(b.Reason) > maxBlockReason:
		return fault("reason", "max_length", "max", "500")
	case !b.Until.IsZero() && !b.Until.After(b.At):
		return fault("until", "other")
	}
	b.Until = b.Until.UTC().Truncate(time.Second)
	d := Action{Action: "player blocked", Brand: subject.Brand, Subject: auditSubject(subject), Requested: b}
	if before, ok := s.Blocks.Find(subject); ok {
		d.Before = before
	}
	err = s.audited(c, v, d, func(ctx context.Context) (any, error) {
		if err := s.Blocks.Set(ctx, subject, b); err != nil {
			return nil, err
		}
		if subject.UID == "" {
			return b, s.Sessions.EndUsername(ctx, subject.Brand, subject.World, subject.Username)
		}
		return b, s.Sessions.EndAll(ctx, subject.Brand, bff.Identity{UID: subject.UID, World: subject.World}.Player())
	})
	if err != nil {
		return err
	}
	reply(c, http.StatusOK, b)
	return nil
}

// auditSubject returns whom an entry of the audit log concerns.
func auditSubject(s bff.BlockSubject) string {
	if s.UID == "" {
		return s.Username
	}
	return s.UID
}

// unblock lifts a block.
func (s *server) unblock(c *gin.Context, v *visit) error {
	subject, err := s.blockSubject(c, v)
	if err != nil {
		return err
	}
	before, ok := s.Blocks.Find(subject)
	if !ok {
		return ReasonNotFound
	}
	d := Action{Action: "block lifted", Brand: subject.Brand, Subject: auditSubject(subject), Before: before}
	if err := s.audited(c, v, d, func(ctx context.Context) (any, error) { return nil, s.Blocks.Lift(ctx, subject) }); err != nil {
		return err
	}
	reply(c, http.StatusOK, struct{}{})
	return nil
}

// blockOf returns the block in force of a player, by id or by user name; nil without one.
func (s *server) blockOf(brand string, id bff.Identity) *bff.Block {
	for _, subject := range []bff.BlockSubject{
		{Brand: brand, World: id.World, UID: id.UID}, {Brand: brand, World: id.World, Username: id.Username},
	} {
		if subject.UID == "" && subject.Username == "" {
			continue
		}
		if b, ok := s.Blocks.Find(subject); ok {
			return &b
		}
	}
	return nil
}
