package staff

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

// addWindow makes a maintenance window of a brand, or of all.
func (s *server) addWindow(c *gin.Context, v *visit) error {
	brands := s.brandsOf(c.Param("brand"))
	if brands == nil {
		return ReasonNotFound
	}
	w := bff.MaintenanceWindow{Brand: c.Param("brand"), MaintenanceNotice: bff.MaintenanceNotice{By: v.account.Name}}
	if err := decodeBody(c, map[string]any{
		"from": &w.From, "until": &w.Until, "parts": &w.Parts, "calls": &w.Calls, "message": &w.Message, "bypass": &w.Bypass, "why": &w.Why,
	}); err != nil {
		return err
	}
	if err := s.validateWindow(&w, brands); err != nil {
		return err
	}
	return s.auditedWindow(c, v, http.StatusCreated, Action{Action: "maintenance window", Brand: w.Brand, Subject: w.Brand, Requested: w}, func(ctx context.Context) (bff.MaintenanceWindow, error) {
		return s.Maintenance.AddWindow(ctx, w.Brand, w)
	})
}

// changeWindow changes the fields of a window that the body names, if the window still has the version
// of If-Match.
func (s *server) changeWindow(c *gin.Context, v *visit) error {
	brand, id := c.Param("brand"), c.Param("id")
	brands := s.brandsOf(brand)
	w, ok := s.Maintenance.Window(c, brand, id)
	if brands == nil || !ok {
		return ReasonNotFound
	}
	match := c.GetHeader("If-Match")
	if match == "" {
		return ReasonVersionRequired
	}
	if match != etag(w.Version) {
		return ReasonChanged
	}
	var from, until optional[time.Time]
	var parts optional[[]bff.Part]
	var calls optional[[]string]
	var message optional[map[string]string]
	var bypass optional[[]netip.Prefix]
	var why optional[string]
	if err := decodeBody(c, map[string]any{
		"from": &from, "until": &until, "parts": &parts, "calls": &calls, "message": &message, "bypass": &bypass, "why": &why,
	}); err != nil {
		return err
	}
	if w.State == bff.WindowEnded {
		return ReasonWindowEnded
	}
	change := bff.MaintenanceChange{
		From: from.value, Until: until.value, Parts: parts.value, Calls: calls.value, Message: message.value, Bypass: bypass.value, Why: why.value,
	}
	next := w.With(change)
	if w.State == bff.WindowOpen && !next.From.Equal(w.From) {
		return fault("from", "started")
	}
	if err := s.validateWindow(&next, brands); err != nil {
		return err
	}
	action := Action{Action: "maintenance window", Brand: brand, Subject: brand + "/" + id, Before: w, Requested: next}
	return s.auditedWindow(c, v, http.StatusOK, action, func(ctx context.Context) (bff.MaintenanceWindow, error) {
		return s.Maintenance.ChangeWindow(ctx, brand, id, w.Version, change)
	})
}

// endWindow ends a window now, or withdraws one that is scheduled.
func (s *server) endWindow(c *gin.Context, v *visit) error {
	brand, id := c.Param("brand"), c.Param("id")
	w, ok := s.Maintenance.Window(c, brand, id)
	if s.brandsOf(brand) == nil || !ok {
		return ReasonNotFound
	}
	action := Action{Action: "maintenance window ended", Brand: brand, Subject: brand + "/" + id, Before: w}
	return s.auditedWindow(c, v, http.StatusOK, action, func(ctx context.Context) (bff.MaintenanceWindow, error) {
		return s.Maintenance.EndWindow(ctx, brand, id, v.account.Name)
	})
}

// auditedWindow runs do under an audit entry and replies with the window that it returns.
func (s *server) auditedWindow(c *gin.Context, v *visit, status int, d Action, do func(context.Context) (bff.MaintenanceWindow, error)) error {
	var w bff.MaintenanceWindow
	err := s.audited(c, v, d, func(ctx context.Context) (_ any, err error) {
		w, err = do(ctx)
		return w, maintenanceReason(err)
	})
	if err != nil {
		return err
	}
	c.Header("ETag", etag(w.Version))
	reply(c, status, w)
	return nil
}

func etag(version int) string { return strconv.Quote(strconv.Itoa(version)) }

// maintenanceReason returns the reason of an error of Maintenance; other errors stay.
func maintenanceReason(err error) error {
	switch {
	case errors.Is(err, bff.ErrMaintenanceUnknown):
		return ReasonNotFound
	case errors.Is(err, bff.ErrMaintenanceChanged):
		return ReasonChanged
	case errors.Is(err, bff.ErrMaintenanceEnded):
		return ReasonWindowEnded
	case errors.Is(err, bff.ErrMaintenanceFull):
		return ReasonTooMany
	}
	return err
}
